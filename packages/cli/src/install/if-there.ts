/** What the file system answers; undefined if there is no such file. */
export const ifThere = async <Found>(answer: Promise<Found>): Promise<Found | undefined> => {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) {
      return undefined;
    }
    throw error;
  }
};
