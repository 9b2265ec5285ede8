import {describe, expect, it} from 'vitest'
import type {Change} from '../../../../src/model/api/change.ts'
import type {Finding} from '../../../../src/model/verdict/finding.ts'
import type {LocatedJudgment} from '../../../../src/outputs/report/groups/group-findings.ts'
import type {Report} from '../../../../src/outputs/report/report.ts'
import {capitalizeFirst} from '../../../../src/phrases/text-pieces.ts'
import {changesPieces, formatPieces} from '../../../../src/text/changes/sentences.ts'
import {change, reach, subjectOf} from '../../../changes.ts'
import {markdownOf, printFindings} from '../answers.ts'
import {found, judged, reportOf} from '../judgments.ts'

const RULE = 'ga-breaking-change'
const SAYS = '{} changed. It is unknown whether that breaks clients.'
const place = {source: 'openapi.yaml', line: 3, column: 10}

/** A value added to an enumeration at one place, which needs review. */
const addedValue = (value: string, more: Partial<LocatedJudgment> = {}): LocatedJudgment => ({
  ...judged('Loan.status', {
    part: {value},
    kind: 'change',
    verdict: 'undetermined',
    event: {
      change: 'value-added',
      observed: change('value-added', subjectOf('Loan.status', {value}), {
        component: 'Loan',
        at: 'status',
        about: value,
        new: value,
        where: {new: {...place, pointer: '/enum'}},
        reaches: [reach('GET /v1/loans', 'response', 'response 200 application/json', '[].status')]
      })
    },
    ...more
  }),
  place
})

const findingOf = (each: LocatedJudgment, says = SAYS): Finding => ({
  ...found(each, RULE, says),
  remedy: 'Say whether it breaks.',
  fingerprint: JSON.stringify(each.subject)
})

function report(judgments: readonly LocatedJudgment[], more: Partial<Report> = {}): Report {
  return reportOf(
    judgments,
    judgments.map(each => findingOf(each)),
    {command: 'check', lineOf: () => 'enum:', ...more}
  )
}

const titles = (of: Report): string[] =>
  printFindings(of)
    .split('\n')
    .filter(line => /^ {2}[?✖✔–]/.test(line))

describe('values added to one enumeration', () => {
  const three = [addedValue('lent'), addedValue('lost'), addedValue('sold')]

  it('are one entry that names each, and are counted separately', () => {
    const output = printFindings(report(three))
    const sentence = formatPieces(
      capitalizeFirst(changesPieces(three.map(({event}) => event.observed as Change) as [Change, ...Change[]]))
    )
    expect(titles(report(three))).toEqual([
      `  ? ${sentence.replace(/\.$/, '')} (ga). It is unknown whether that breaks clients.`
    ])
    for (const value of ['lent', 'lost', 'sold']) expect(sentence).toContain(`\`${value}\``)
    expect(output).toContain('3 undetermined')
  })

  it('are one row of a comment', async () => {
    const output = await markdownOf(report(three))
    expect(output.match(/^\| ❓/gmu)).toHaveLength(1)
    expect(output.match(/^- /gm)).toHaveLength(1)
    expect(output).toContain('## ❓ No violations, 3 undetermined')
  })

  it('are named with their enumeration in a comment if there are several', async () => {
    const of = (text: string, values: readonly string[]): LocatedJudgment[] =>
      values.map(value => {
        const [, component = ''] = /^(\w+)/.exec(text) ?? []
        const observed = change('value-added', subjectOf(text, {value}), {
          component,
          about: value,
          new: value,
          reaches: [reach('GET /v1/loans', 'response', 'response 200 application/json', '')]
        })
        return {...judged(text, {part: {value}, kind: 'change', verdict: 'undetermined', event: {observed}}), place}
      })
    const output = await markdownOf(
      report([...of('LoanState.*', ['lent', 'lost']), ...of('CopyState.*', ['sold', 'worn'])])
    )
    expect(output).toContain('value `lost` of `LoanState`, value `sold` of `CopyState`')
    expect(output).not.toContain('``')
  })

  it('are separate entries if the verdict differs, or the baseline contains some', () => {
    const [lent, lost] = [addedValue('lent'), addedValue('lost')]
    expect(titles(report([lent, {...addedValue('lost'), verdict: 'violation'}]))).toHaveLength(2)
    const both = report([lent, lost])
    const [first] = both.findings
    expect(
      titles({...both, baseline: {source: 'baseline.json', unchanged: new Set(first ? [first] : []), gone: []}})
    ).toHaveLength(2)
  })

  it('are separate from other changes of the same field', () => {
    const other = addedValue('lent')
    const observed = change('null-allowed', 'Loan.status', {component: 'Loan', at: 'status'})
    expect(titles(report([addedValue('lost'), {...other, event: {...other.event, observed}}]))).toHaveLength(2)
  })
})
