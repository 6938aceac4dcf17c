/** A flag with a whole number, its default written as text. */
export const integerFlag = (brief: string, min: number, max: number, preset: number) =>
  ({
    kind: 'parsed',
    parse: (text: string): number => {
      const value = Number(text);
      if (/^\d+$/.test(text) && value >= min && value <= max) return value;
      throw new RangeError(`must be a whole number from ${min} to ${max}`);
    },
    placeholder: 'number',
    brief,
    default: String(preset),
  }) as const;
