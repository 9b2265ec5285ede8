import {describe, expect, it} from 'vitest'
import type {Change} from '../../../../src/model/api/change.ts'
import {groupFindings, type LocatedJudgment} from '../../../../src/outputs/report/groups/group-findings.ts'
import {groupLocation, groupText} from '../../../../src/outputs/report/groups/group-text.ts'
import {changesPieces, formatPieces} from '../../../../src/text/changes/sentences.ts'
import {change, reach, subjectOf} from '../../../changes.ts'
import {found, judged, reportOf} from '../judgments.ts'

/** The headlines of the groups, in order. */
const lines = (judgments: readonly LocatedJudgment[], findings: Parameters<typeof reportOf>[1] = []): string[] =>
  groupFindings(reportOf(judgments, findings)).releases.flatMap(({folds}) =>
    folds.map(each => groupText(each).headline)
  )

const changed = (
  text: string,
  of: ReturnType<typeof change>,
  more: Parameters<typeof judged>[1] = {}
): LocatedJudgment => judged(text, {...more, kind: 'change', event: {change: of.kind, observed: of}})

const removedParameter = (endpoint: string, parameter: string): LocatedJudgment => {
  const part = {parameter, in: 'request'} as const
  const observed = change('parameter-removed', subjectOf(endpoint, part), {about: parameter})
  return judged(endpoint, {part, event: {change: 'parameter-removed', observed}})
}

describe('findings about paths', () => {
  it('are stated separately if there is one', () => {
    expect(lines([judged('GET /v1/loans/{id}')])).toEqual(['`GET /v1/loans/{id}` was removed (ga).'])
  })

  it('are grouped for the methods of a path, whatever its parameter is called', () => {
    expect(lines([judged('GET /v1/loans/{id}'), judged('PUT /v1/loans/{loan_id}')])).toEqual([
      '`GET, PUT /v1/loans/{id}` (2 endpoints) were removed (ga).'
    ])
  })

  it('are stated once with the current name, whatever the endpoint was called before', () => {
    const lost = (endpoint: string, then = endpoint): LocatedJudgment =>
      changed(endpoint, change('media-type-removed', subjectOf(then), {about: 'text/plain'}))
    expect(lines([lost('GET /v1/loans/{loan}', 'GET /v1/loans/{id}'), lost('GET /v1/copies')])).toEqual([
      '`GET /v1/loans/{loan}` and `GET /v1/copies`: each no longer accepts `text/plain` (ga).'
    ])
  })

  it('are stated once for several places of one subject', () => {
    const closed = (operation: string): LocatedJudgment => {
      const of = change('constraint-tightened', subjectOf('Loan.*'), {component: 'Loan', about: 'additionalProperties'})
      return changed('Loan.*', {...of, reaches: [reach(operation, 'request', 'request body', '')]})
    }
    expect(lines([closed('POST /v1/loans'), closed('PUT /v1/loans/{id}')])).toEqual([
      '`Loan` now restricts undocumented fields (ga).'
    ])
  })

  it('are grouped by the longest common prefix of whole segments', () => {
    expect(
      lines(
        ['GET /v1/loans/{id}/notes', 'GET /v1/loans/{loanId}', 'GET /v1/loans/{id}/fees', 'PUT /v1/loans/{id}'].map(
          each => judged(each)
        )
      )
    ).toEqual(['`/v1/loans/{id}/**` (4 endpoints) were removed (ga).'])
    expect(lines(['loan', 'loans', 'loaned', 'fees'].map(each => judged(`GET /v1/${each}`)))).toEqual([
      '`/v1/**` (4 endpoints) were removed (ga).'
    ])
  })

  it('are listed if there are a few', () => {
    expect(lines([judged('GET /v1/loan'), judged('GET /v1/loans')])).toEqual([
      '`GET /v1/loan` and `GET /v1/loans` were removed (ga).'
    ])
  })

  it('have a line for each version marker and each API group before it', () => {
    expect(
      lines([
        judged('GET /api/v1/loans'),
        judged('GET /api/v1/shelves'),
        judged('GET /apis/desk/v1beta1/loans'),
        judged('GET /apis/desk/v1beta1/fees'),
        judged('GET /apis/desk/v1beta2/loans')
      ])
    ).toEqual([
      '`GET /api/v1/loans` and `GET /api/v1/shelves` were removed (ga).',
      '`GET /apis/desk/v1beta1/loans` and `GET /apis/desk/v1beta1/fees` were removed (ga).',
      '`GET /apis/desk/v1beta2/loans` was removed (ga).'
    ])
  })

  it('are listed without a version marker', () => {
    expect(lines([judged('GET /loans'), judged('GET /shelves')])).toEqual([
      '`GET /loans` and `GET /shelves` were removed (ga).'
    ])
  })
})

describe('findings about parts', () => {
  it('are stated once for a parameter of many operations, with all their prefixes', () => {
    const endpoints = ['GET /api/v1/loans', 'GET /api/v1/shelves', 'GET /api/v1/fees', 'GET /apis/desk/v1/loans']
    expect(lines(endpoints.map(each => removedParameter(each, 'watch')))).toEqual([
      'Removed the parameter `watch` from `/api/v1/**` and `GET /apis/desk/v1/loans` (4 endpoints) (ga).'
    ])
  })

  it('are separate for other parameters, and listed for one operation', () => {
    expect(
      lines([
        removedParameter('GET /v1/loans', 'watch'),
        removedParameter('GET /v1/loans', 'exact'),
        removedParameter('GET /v1/fees', 'all')
      ])
    ).toEqual([
      'Parameters `watch` and `exact` of `GET /v1/loans` were removed (ga).',
      'Removed the parameter `all` from `GET /v1/fees` (ga).'
    ])
  })
})

it('findings about many parts of the same operations are grouped', () => {
  const all = ['all', 'exact', 'watch', 'wide'].flatMap(part => [
    removedParameter('GET /v1/a', part),
    removedParameter('GET /v1/b', part)
  ])
  expect(lines(all)).toEqual([
    'Parameters `all`, `exact`, `watch`, and 1 more of `GET /v1/a` and `GET /v1/b` were removed (ga).'
  ])
})

describe('findings about fields of components', () => {
  const typed = (text: string): LocatedJudgment => {
    const component = text.slice(0, text.lastIndexOf('.'))
    return changed(text, change('type-changed', text, {component, old: 'string', new: 'integer'}))
  }

  it('are grouped by the package of the components', () => {
    expect(lines(['lib.v1.Loan.*', 'lib.v1.Copy.*', 'lib.v1.Shelf.*', 'lib.v1.Fee.*'].map(typed))).toEqual([
      '`lib.v1.*` (4 components: `Copy`, `Fee`, `Loan`, and 1 more): the type of each changed from `string` to `integer` (ga).'
    ])
  })

  it('are listed if there are a few, of any package', () => {
    expect(lines([judged('Loan.shelf'), judged('Copy.shelf'), judged('lib.Fee.paid'), judged('lib.Fee.due')])).toEqual([
      '`Copy.shelf`, `Loan.shelf`, `lib.Fee.due`, and 1 more were removed (ga).'
    ])
  })

  it('list the packages if one cause is in many of them', () => {
    const all = ['a', 'b', 'c', 'd', 'e'].flatMap(name => ['X', 'Y', 'Z'].map(each => typed(`lib.${name}.${each}.*`)))
    expect(lines(all)).toEqual([
      '`lib.a.*`, `lib.b.*`, `lib.c.*`, and 2 more (15 components): the type of each changed from `string` to `integer` (ga).'
    ])
  })

  it('state the kind of change if their sentences differ', () => {
    const formats = ['due', 'back'].map(at => {
      const field = `Loan.${at}`
      return changed(field, change('format-changed', field, {component: 'Loan', at, new: at}))
    })
    expect(lines(formats)).toEqual(['`Loan.back` and `Loan.due`: 2 formats changed (ga).'])
  })

  describe('that lost or gained values', () => {
    const valued = (kind: 'value-added' | 'value-removed', at: string, value: string): LocatedJudgment => {
      const observed = change(kind, subjectOf(`Loan.${at}`, {value}), {component: 'Loan', at, about: value})
      const isEnd = kind === 'value-removed'
      return judged(`Loan.${at}`, {
        part: {value},
        kind: isEnd ? 'end' : 'change',
        event: {change: kind, observed}
      })
    }

    it('list a few of the values', () => {
      const lost = ['lent', 'lost', 'sold', ''].map(value => valued('value-removed', 'status', value))
      const [first, second, ...others] = lost.flatMap(({event}) => event.observed ?? [])
      if (!first || !second) throw new Error('no change')
      const headline = (...changes: readonly [Change, ...Change[]]) => [`${formatPieces(changesPieces(changes))} (ga).`]
      expect(lines(lost.slice(0, 2))).toEqual(headline(first, second))
      expect(lines(lost)).toEqual(headline(first, second, ...others))
      expect(lines([valued('value-removed', 'status', ''), valued('value-removed', 'was', '')])).toEqual([
        '`Loan.status` and `Loan.was`: removed the value `""` (ga).'
      ])
      expect(lines([valued('value-added', 'status', 'lost'), valued('value-added', 'was', 'sold')])).toEqual([
        '`Loan.status` and `Loan.was`: added the values `lost` and `sold` (ga).'
      ])
    })

    it('are not merged with removed fields that have the same name', () => {
      expect(lines([judged('Loan.status', {part: {value: 'lost'}}), judged('Loan.was')])).toHaveLength(2)
    })
  })
})

describe('the cause of a group', () => {
  const two = (more: Parameters<typeof judged>[1], other: Parameters<typeof judged>[1]): number =>
    lines([judged('GET /v1/loans', more), judged('GET /v1/fees', other)]).length

  it.each([
    ['verdicts', {}, {verdict: 'undetermined'}],
    ['stabilities', {}, {stability: 'beta'}],
    ['clauses', {}, {clause: {policy: 'library', revision: 'current', pointer: '/guarantees/ga/sunset'}}],
    ['facts that are missing', {}, {missing: [{fact: 'date', of: 'release 2.0'}]}],
    ['releases', {}, {entry: 3}]
  ] as const)('is separate for different %s', (_, more, other) => {
    expect(two(more, other)).toBe(2)
    expect(two(other, other)).toBe(1)
  })

  it('may be the same missing fact of different subjects', () => {
    expect(
      two(
        {missing: [{fact: 'announcement', of: 'GET /v1/loans'}]},
        {missing: [{fact: 'announcement', of: 'GET /v1/fees'}]}
      )
    ).toBe(1)
  })

  it('is sorted by verdict, then by stability', () => {
    expect(
      lines([
        judged('GET /v1-beta/a', {verdict: 'exempt', exemptBy: 'policy', stability: 'beta'}),
        judged('GET /v1-beta/b', {stability: 'beta'}),
        judged('GET /v1/c', {verdict: 'compliant'}),
        judged('GET /v1/d', {verdict: 'undetermined'}),
        judged('GET /v1/e')
      ])
    ).toEqual([
      '`GET /v1/e` was removed (ga).',
      '`GET /v1-beta/b` was removed (beta).',
      '`GET /v1/d` was removed (ga).',
      '`GET /v1/c` was removed (ga).',
      '`GET /v1-beta/a` was removed (beta).'
    ])
  })
})

describe('the explanation of a group', () => {
  const why = (findings: readonly [string, string][]): string => {
    const all = findings.map(([text]) => judged(text))
    const findingsOfAll = findings.map(([, says], at) => found(all[at] as LocatedJudgment, 'unannounced-removal', says))
    const [{folds: [first] = []} = {}] = groupFindings(reportOf(all, findingsOfAll)).releases
    const text = first && groupText(first)
    return text && text.why.length > 0 ? text.why.join(' ') : (text?.headline ?? '')
  }

  it('is the message of a single finding', () => {
    expect(why([['GET /v1/loans', 'Unexpected end of {}']])).toBe('Unexpected end of `GET /v1/loans`')
  })

  it('is what all removals have in common, with the notice', () => {
    const says = '{} was removed in 2.0 (2024-06-01) without notice. The policy requires 13 months.'
    expect(
      why([
        ['GET /v1/loans', says],
        ['GET /v1/loans/{id}', says]
      ])
    ).toBe('No notice was given. The policy requires 13 months.')
  })

  it('is an example if nothing holds for all', () => {
    expect(
      why([
        ['GET /v1/loans', '{} was removed after 3 months. The policy requires 4.'],
        ['GET /v1/fees', '{} was removed after 4 months. The policy requires 5.']
      ])
    ).toBe('For example: `GET /v1/loans` was removed after 3 months. The policy requires 4.')
  })
})

it('the location of removed operations is the old one, with the number of others', () => {
  const where = {old: {source: 'specs/1.yaml', line: 3, column: 5}}
  const all = ['GET /v1/a', 'GET /v1/b'].map(each =>
    judged(each, {event: {observed: change('operation-removed', each, {where})}})
  )
  const [{folds: [first] = []} = {}] = groupFindings(reportOf(all)).releases
  expect(first && groupLocation(first.items)).toMatchObject({was: true, more: ' and 1 more'})
})

it('a prefix that was removed is stated with the number of its endpoints', () => {
  const covers = ['GET /v1/a', 'GET /v1/b'].map(each => subjectOf(each))
  expect(lines([judged('/v1/**', {covers})])).toEqual(['`/v1/**` was removed (ga), with 2 endpoints under it.'])
})

it('grouping is deterministic and loses no judgment', () => {
  const all = ['GET /v1/a', 'GET /v1/b', 'GET /c', 'Loan.shelf', 'operation Renew'].map(each => judged(each))
  const {releases} = groupFindings(reportOf(all))
  expect(groupFindings(reportOf(all)).releases).toEqual(releases)
  expect(releases.flatMap(({folds}) => folds.flatMap(({items: members}) => members)).length).toBe(all.length)
})

it('a group in `check` has one remedy that fits all its findings', () => {
  const all = ['GET /v1/a', 'GET /v1/b', 'GET /v1/c'].map(each => judged(each))
  const findings = all.map((each, at) => ({
    ...found(each, 'ga-breaking-change', '{} changed.'),
    remedy: `tenure waive '${['GET /v1/a', 'GET /v1/b', 'GET /v1/c'][at]}' --about ${at < 2 ? 'minLength' : 'maxLength'}`
  }))
  const sizes = (command: 'check' | 'audit') =>
    groupFindings(reportOf(all, findings, {command})).releases.flatMap(({folds}) =>
      folds.map(({items}) => items.length)
    )
  expect(sizes('check')).toEqual([2, 1])
  expect(sizes('audit')).toEqual([3])
})
