/** The rows of a CSV text as Python's `csv` reads them, in time proportional to its length. */
export const parseCsv = (text: string, delimiter: string, quote: string): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  let isStarted = false;
  const endField = () => {
    row.push(field);
    field = '';
    isStarted = false;
  };
  const endRow = () => {
    if (isStarted || field !== '' || row.length > 0) endField();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (isQuoted) {
      if (character !== quote) field += character;
      else if (text[at + 1] === quote) {
        field += quote;
        at += 1;
      } else isQuoted = false;
    } else if (character === quote && field === '') {
      isQuoted = true;
      isStarted = true;
    } else if (character === delimiter) {
      endField();
      isStarted = true;
    } else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[at + 1] === '\n') at += 1;
      endRow();
    } else field += character;
  }
  if (isStarted || field !== '' || row.length > 0) endRow();
  return rows;
};
