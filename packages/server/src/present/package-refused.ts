import { ApiError, packageTooLarge } from '../errors.ts';
import { type PackageFault, describeFault } from '../packages/intake.ts';

/** The error for a package that has a fault. */
export const packageRefused = (fault: PackageFault): ApiError => {
  const message = describeFault(fault);
  switch (fault.kind) {
    case 'too-large':
      return packageTooLarge(fault.bytesMax);
    case 'too-heavy':
      return new ApiError('invalid_package', message, { cause: fault.cause });
    case 'invalid':
      return new ApiError(
        'invalid_package',
        message,
        fault.entry === undefined ? {} : { details: [{ path: `/${printable(fault.entry)}`, message }] },
      );
    case 'mismatch':
      return new ApiError('package_mismatch', message, {
        details: fault.mismatches.map((mismatch) => ({ path: '/pyproject.toml', message: mismatch })),
      });
  }
};

/** A name from a hostile archive, as one short line of plain characters. */
const printable = (name: string): string => JSON.stringify(name.toWellFormed()).slice(1, -1).slice(0, 200);
