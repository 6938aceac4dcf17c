import { limits } from '@patchbay/contract';
import type { FormRoute } from '@patchbay/web';
import type { FastifyInstance } from 'fastify';
import { packageTooLarge } from '../errors.ts';
import { formBytesMax } from '../http/form-body.ts';
import { refusalOfBody } from '../http/refuse-body.ts';
import { refuseForeignPage } from '../http/refuse-foreign-page.ts';
import { prefixOf } from '../prefix-of.ts';
import { sendPage } from './send-page.ts';
import type { SiteParts } from './site-parts.ts';
import { takePackage } from './take-package.ts';

export const serveForm = (
  scope: FastifyInstance,
  { context, cookies, visitOf }: SiteParts,
  { path, isHarmless = false, takesPackage = false, tokens = 1, answer }: FormRoute,
): void => {
  const { PACKAGE_BYTES_MAX } = context.config;
  const bytesMax = takesPackage ? formBytesMax(limits.bodyBytesMax, PACKAGE_BYTES_MAX) : limits.bodyBytesMax;
  scope.post(
    path,
    {
      bodyLimit: bytesMax,
      config: { isPage: true, takesPackage, formTokens: tokens },
      onRequest: [
        refuseForeignPage(context),
        (request, _reply, done) =>
          done(refusalOfBody(request, bytesMax, () => packageTooLarge(PACKAGE_BYTES_MAX))),
      ],
      ...(isHarmless
        ? {}
        : { preHandler: (request, reply, done) => scope.csrfProtection(request, reply, done) }),
    },
    async (request, reply) => {
      const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      await using until = new AsyncDisposableStack();
      const visit = visitOf(request, reply, 'person');
      const { session, theme, ...page } = await answer(visit, fields, () =>
        takePackage(context, request, until),
      );
      if (session !== undefined) cookies.setSession(reply, session);
      if (theme !== undefined) cookies.setTheme(reply, theme);
      return sendPage(request, reply, { answer: page, prefix: prefixOf(context.publicUrl()) });
    },
  );
};
