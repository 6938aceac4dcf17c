/** Records what is installed in the folder that it lies in. */
export const lockFileName = 'patchbay.lock';
