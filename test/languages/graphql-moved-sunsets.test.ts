import {expect, it} from 'vitest'
import {folder, tenure} from '../cli/run.ts'
import {sample} from '../tier.ts'

const schema = (end: string): string =>
  `type Query {\n  loan: ID\n  shelf: ID @deprecated(reason: "Will be removed in ${end}")\n}\n`

it.each(
  sample([
    ['2027-07-01', '2027-07-02', 'sunset-moved-later'],
    ['2027-07-01', '2027-06-30', 'sunset-moved-earlier'],
    // Releases can't be ordered by their text.
    ['10.0', '9.0', 'sunset-moved-earlier'],
    ['9.0', '10.0', 'sunset-moved-earlier'],
    ['2027-07-01', '3.0', 'sunset-moved-earlier']
  ])
)('a sunset that changes from %s to %s is %s', async (was, is, kind) => {
  const cwd = folder({'old.graphql': schema(was), 'new.graphql': schema(is)})
  const {out} = await tenure(['diff', 'old.graphql', 'new.graphql', '--verbose', '--format', 'json'], {cwd})
  expect([...out.matchAll(/"(sunset-[\w-]+)"/g)].map(([, found]) => found)).toContain(kind)
})

it('a type ends with the last of the fields that return it', async () => {
  const uses = (first: string, second: string): string =>
    `type Query {\n  loan: ID\n  first: Mood${first}\n  second: Mood${second}\n}\nenum Mood {\n  GOOD\n}\n`
  const until = (day: string): string => ` @deprecated(reason: "Will be removed in ${day}")`
  for (const days of [
    ['2027-07-01', '2027-10-01'],
    ['2027-10-01', '2027-07-01']
  ]) {
    const [first = '', second = ''] = days.map(until)
    const cwd = folder({'old.graphql': uses('', ''), 'new.graphql': uses(first, second)})
    const {out} = await tenure(['diff', 'old.graphql', 'new.graphql', '--verbose', '--format', 'json'], {cwd})
    const ofType = JSON.parse(out).changes.filter(({subject}: {subject: string}) => subject === 'type Mood')
    expect(JSON.stringify(ofType)).toContain('2027-10-01')
    expect(JSON.stringify(ofType)).not.toContain('2027-07-01')
  }
})
