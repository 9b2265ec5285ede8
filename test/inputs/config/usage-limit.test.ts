import {describe, expect, it} from 'vitest'
import {formatRevisions} from '../../../src/text/policy-sentences.ts'
import {policyOf} from '../../reading.ts'

const policyWith = (conditions: string, more = '') => `name: by-usage
stabilities: [ga]
guarantees: {ga: {notice: 1 day, conditions: ${conditions}}}
${more}`

describe('a limit of usage', () => {
  const limitOf = (written: string) =>
    policyOf(policyWith(`{usage: ${written}}`)).revisions[0]?.guarantees.ga?.conditions[0]

  it.each<[written: string, usage: object, text: string]>([
    ['{callers: none}', {of: 'callers', below: 1, days: 30, coverage: 0.95}, '30 days without callers'],
    [
      '{callersBelow: 3, days: 7, coverage: 99.5%}',
      {of: 'callers', below: 3, days: 7, coverage: 0.995},
      '7 days with fewer than 3 callers'
    ],
    [
      '{callsBelow: 100, days: 1}',
      {of: 'calls', below: 100, days: 1, coverage: 0.95},
      '1 day with fewer than 100 calls'
    ]
  ])('%s is read with its defaults', (written, usage, text) => {
    expect(limitOf(written)).toMatchObject({name: 'usage', text, usage: {...usage, text}})
  })

  it('stays a text if it is one', () => {
    expect(limitOf('no client calls it')).toEqual({
      name: 'usage',
      text: 'no client calls it',
      pointer: '/guarantees/ga/conditions/usage'
    })
  })

  it.each<[written: string, message: RegExp]>([
    ['{}', /has one of/],
    ['{days: 3}', /has one of/],
    ['{callers: none, callsBelow: 3}', /has one of/],
    ['{callers: few}', /callers/],
    ['{callersBelow: 0}', /isn't a number/],
    ['{callers: none, days: 1000}', /isn't a number/],
    ['{callers: none, coverage: 101%}', /isn't a share/],
    ['{callers: none, coverage: 0.95}', /isn't a share/]
  ])('%s is refused', (written, message) => {
    expect(() => limitOf(written)).toThrow(message)
  })

  it('of a revision replaces the one of all revisions as a whole', () => {
    const policy = policyOf(
      policyWith(
        '{usage: {callers: none, days: 90, coverage: 99%}}',
        'revisions:\n  - {revision: first}\n  - {revision: second, from: 2026-01-01, guarantees: {ga: {conditions: {usage: {callsBelow: 9}}}}}\n'
      )
    )
    expect(policy.revisions.map(({guarantees}) => guarantees.ga?.conditions[0]?.usage)).toMatchObject([
      {of: 'callers', below: 1, days: 90, coverage: 0.99},
      {of: 'calls', below: 9, days: 30, coverage: 0.95}
    ])
  })

  it('is in the sentences of its policy', () => {
    const [revision] = formatRevisions(
      policyOf(policyWith('{usage: {callers: none}}', 'waiverReasons: {low-usage: {usage: {callsBelow: 100}}}\n'))
    )
    expect(revision?.guarantees[0]?.sentences).toContain('Required before the removal: 30 days without callers.')
    expect(revision?.waiverReasons).toEqual(['`low-usage` (30 days with fewer than 100 calls).'])
  })
})
