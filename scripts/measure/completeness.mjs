import process from 'node:process'
import {importSource} from '../import-source.mjs'

/** Compares every pair of `test/completeness`, as its test does in a full run. */
export async function measure() {
  const {countPairs} = await importSource("export {countPairs} from './test/completeness/count-pairs.ts'")
  const {unreviewed, stale, ...counted} = countPairs()
  for (const pair of unreviewed) console.error(`Silent: ${pair}`)
  for (const pattern of stale) console.error(`No silent pair is like ${pattern}`)
  if (unreviewed.length + stale.length > 0) process.exitCode = 1
  return counted
}

const LINES = {
  breaking: 'Breaking',
  review: 'Needs review',
  compatible: 'Compatible',
  documentation: 'Documentation',
  gap: 'Not readable',
  unused: 'Unused component',
  refused: 'Refused',
  silent: 'Silent'
}

/** The section of the page. */
export function render({specifications, reasons}, {table}) {
  const sum = numbers => numbers.reduce((all, each) => all + each, 0)
  const total = sum(specifications.flatMap(({lines}) => Object.values(lines)))
  return [
    '## No keyword read over',
    `Each keyword that the JSON Schema of a specification has, in small descriptions that together have each of its objects, is added, removed, and changed. What the comparison says of these ${total.toLocaleString('en')} pairs, by the weightiest line; what is changed is compared both ways. In *Wrong type*, each also gets a value of a type that it can't have, such as a text for a Boolean, where one of the right type matters. JSON Schema 2020-12 is counted once, where OpenAPI 3.1 has a schema.`,
    table(
      ['Specification', 'Pairs', ...Object.values(LINES), 'Wrong type'],
      specifications.map(({name, lines, mistyped}) => [
        name,
        sum(Object.values(lines)),
        ...Object.keys(LINES).map(line => lines[line]),
        Object.keys(LINES)
          .filter(line => mistyped[line])
          .map(line => `${mistyped[line]} ${LINES[line].toLowerCase()}`)
          .join(', ')
      ])
    ),
    'Why the silent ones are silent (`test/completeness/silent.yaml` lists them; a test fails for any other):',
    table(
      ['Reason', 'Pairs'],
      reasons.map(({reason, isOpen, count}) => [isOpen ? `**Open.** ${reason}` : reason, count])
    )
  ]
}
