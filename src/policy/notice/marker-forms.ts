import {memoizeTexts} from '../../model/memoize.ts'

/** What a placeholder stands for: `D` for a digit, `N` for any number of digits. Other text is in lowercase. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  major: 'DN',
  minor: 'DN',
  n: 'N',
  date: 'DDDD-DD-DD',
  month: 'DDDD-DD'
}

/** The placeholder names that a marker form can use between `<` and `>`. */
export const FORM_PLACEHOLDERS: readonly string[] = Object.keys(PLACEHOLDERS)

/** The maximum length of a path segment in characters; a longer one matches no form. */
export const MAX_FORM_LENGTH = 200

/** The steps of reading a form: a digit, any number of digits, or a certain character. */
const stepsOf = memoizeTexts(
  (form): readonly string[] =>
    form
      .toLowerCase()
      .split(/(<\w+>)/)
      .flatMap(piece => [...(PLACEHOLDERS[piece.slice(1, -1)] ?? piece)]),
  2000
)

const isDigit = (character: string): boolean => character >= '0' && character <= '9'

/**
 * Whether a segment of a path has a form, in any case. All ways to read it are followed at once. A regular expression
 * would try them one after the other, and each placeholder can double their number.
 */
export function hasForm(segment: string, form: string): boolean {
  if (segment.length > MAX_FORM_LENGTH) return false
  const steps = stepsOf(form)
  let reached = addOptional(new Set([0]), steps)
  for (const character of segment.toLowerCase()) {
    const next = new Set<number>()
    for (const at of reached) {
      const step = steps[at]
      if (step === 'N' && isDigit(character)) next.add(at)
      else if (step === character || (step === 'D' && isDigit(character))) next.add(at + 1)
    }
    if (next.size === 0) return false
    reached = addOptional(next, steps)
  }
  return reached.has(steps.length)
}

/** Adds the steps that are reached without reading a character. */
function addOptional(reached: Set<number>, steps: readonly string[]): Set<number> {
  // The loop also visits what is added to the set during it.
  for (const at of reached) if (steps[at] === 'N') reached.add(at + 1)
  return reached
}
