/** The day from which the second number of each folder counts, for the commits of that day and later. */
const FALLS_ON = '2027-03-01'

/**
 * The lines of each folder of the core as they were last counted, and as they shall be. Of a rule, its examples don't count.
 * Lower the numbers after a deletion. A commit that raises one states what is removed in return, or why nothing can be.
 */
const BUDGET: Readonly<Record<string, readonly [now: number, then: number]>> = {
  'src/model': [3880, 3760],
  'src/phrases': [580, 580],
  'src/languages': [980, 980],
  'src/text': [3105, 2950],
  'src/policy': [5160, 5000],
  'src/rule.ts': [258, 258],
  'src/stores': [2730, 2700],
  'src/documents': [3910, 3800],
  rules: [3810, 3700],
  'src/descriptions': [310, 310],
  'src/history': [2600, 2400],
  'src/lint.ts': [350, 350],
  'src/outputs': [9150, 8000],
  'src/inputs': [9100, 8400],
  'src/context': [290, 290],
  'src/observations': [1470, 1400],
  'src/app': [3110, 2800],
  'src/gate': [9650, 8300],
  'src/cli': [5090, 4900],
  'src/library.ts': [250, 250],
  'src/index.ts': [30, 30]
}

/** The most lines of a folder: two percent above its budget, so that a new rule or format has room. */
export function mostLines(path: string, day: string): number {
  const [now, then] = BUDGET[path] ?? [0, 0]
  return Math.floor((day < FALLS_ON ? now : then) * 1.02)
}
