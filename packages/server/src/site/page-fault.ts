import { ApiError } from '../errors.ts';

interface PageFault {
  status: number;
  message: string;
}

const staleForm: PageFault = {
  status: 403,
  message:
    'This form cannot be used any more: somebody signed in or out since it was opened, or this browser keeps no cookies. Go back, load the page again, and send it once more.',
};

/** Errors of the framework, with what to do about them. */
const frameworkFaults: Readonly<Record<string, PageFault>> = {
  FST_CSRF_MISSING_SECRET: staleForm,
  FST_CSRF_INVALID_TOKEN: staleForm,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    message: 'A page takes forms only as browsers send them. Programs call the API.',
  },
};

/** What the page of an error says: its cause is for the log. */
export const pageFault = (error: unknown, requestId: string): PageFault => {
  if (error instanceof ApiError && error.status < 500)
    return { status: error.status, message: error.message };
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  const known = code === undefined ? undefined : frameworkFaults[code];
  if (known !== undefined) return known;
  if (statusCode !== undefined && statusCode < 500) {
    return { status: statusCode, message: 'The request is not valid. Check its address.' };
  }
  return {
    status: error instanceof ApiError ? error.status : 500,
    message: `The page could not be made. Try again, and report request ${requestId} if it fails again.`,
  };
};
