import {describe, expect, it} from 'vitest'
import {formatSubject} from '../../src/model/subject.ts'
import {earliestLawfulEnd} from '../../src/promise/bounds.ts'
import {sayLawfulEnd} from '../../src/report/lawful-end.ts'
import {historyOf, policyOf} from '../reading.ts'

const V1 = 'GET /v1/loans'

function asked(ga: string, releases: string, asOf: string) {
  const history = historyOf(`service: Lending Library API\nreleases:\n${releases}`, asOf)
  const lifecycle = history.lifecycles.find(({subject}) => formatSubject(subject) === V1)
  if (!lifecycle) throw new Error('Unexpected lack of a life')
  const text = `name: library\nstabilities: [ga]\nmarkers: [{form: v<major>, stability: ga}]\npromises: {ga: ${ga}}`
  return {lifecycle, policy: policyOf(text), history, announced: lifecycle.tenures.at(-1)?.announcements.length !== 0}
}

function when(ga: string, releases: string, asOf = '2025-10-01'): string {
  const {lifecycle, policy, history, announced} = asked(ga, releases, asOf)
  return sayLawfulEnd(V1, earliestLawfulEnd(lifecycle, policy, history), {announced, asOf})
}

describe('an introduction of which no line tells', () => {
  it('is asked for once', () => {
    expect(
      when(
        '{notice: 13 months, lifetime: 24 months}',
        `  - {release: "1.1", date: 2025-01-10, changes: [{deprecated: ${V1}}]}`
      )
    ).toBe(
      'The earliest lawful end of `GET /v1/loans` cannot be told: when `GET /v1/loans` was introduced is not known.'
    )
  })
})
