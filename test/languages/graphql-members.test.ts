import {describe, expect, it} from 'vitest'
import {folder, tenure} from '../cli/run.ts'
import {sample} from '../tier.ts'

const QUERY = 'type Query { boat(in: Filter, kind: Kind): Boat }\n'
const MARK = '@deprecated(reason: "No replacement. Will be removed on 2025-06-01.")'
const schema = (boat: string, filter = 'size: Int', kind = 'SAIL MOTOR'): string =>
  `${QUERY}type Boat { id: ID ${boat} }\ninput Filter { ${filter} }\nenum Kind { ${kind} }\n`

interface Answer {
  readonly judgments: readonly {readonly subject: string; readonly verdict: string}[]
  readonly findings: readonly {readonly level: string; readonly subject?: string}[]
}

async function audit(...schemas: readonly string[]): Promise<Answer> {
  const releases = schemas.map((_, at) => ({version: `1.${at}`, date: `2025-0${at + 1}-01`, file: `1.${at}.graphql`}))
  const cwd = folder({
    ...Object.fromEntries(schemas.map((text, at) => [`specs/1.${at}.graphql`, text])),
    'specs/releases.json': JSON.stringify({name: 'Harbor', releases})
  })
  const args = ['audit', 'specs', '--policy', 'thirteen-months', '--as-of', '2025-11-28', '--format', 'json']
  return JSON.parse((await tenure(args, {cwd})).out)
}

// A type counts as deprecated when all its members are, so its sunset is theirs.
describe('the sunset of all members of a type', () => {
  it.each<[string, string, string[]]>(
    sample([
      ['an object type', schema(`speed: Int ${MARK}`), ['Boat.speed']],
      [
        'an object type with two fields',
        schema(`speed: Int ${MARK} name: String ${MARK}`),
        ['Boat.name', 'Boat.speed']
      ],
      ['an input type', schema('speed: Int', `size: Int ${MARK}`), ['Filter.size']],
      ['an enum', schema('speed: Int', 'size: Int', `SAIL ${MARK} MOTOR ${MARK}`), ['Kind.MOTOR', 'Kind.SAIL']]
    ])
  )('is judged once for each member of %s', async (_, later, subjects) => {
    const {judgments} = await audit(later.replaceAll(` ${MARK}`, ''), later)
    const violations = judgments.filter(({verdict}) => verdict === 'violation').map(({subject}) => subject)
    expect(violations.toSorted()).toEqual(subjects)
  })

  it('leaves a removal of the type a violation with its reason', async () => {
    const gone = 'type Query { other: Int }\n'
    const {judgments, findings} = await audit(schema('speed: Int'), schema(`speed: Int ${MARK}`), gone)
    const violations = judgments.filter(({verdict}) => verdict === 'violation')
    expect(violations.length).toBeGreaterThan(0)
    const explained = new Set(findings.filter(({level}) => level === 'error').map(({subject}) => subject))
    expect(violations.map(({subject}) => subject).filter(each => !explained.has(each))).toEqual([])
  })
})
