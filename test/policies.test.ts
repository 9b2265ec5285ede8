import {readFileSync} from 'node:fs'
import {describe, expect, it} from 'vitest'
import {endpointTarget} from '../packages/openapi/src/subjects.ts'
import {presets, readPolicyText} from '../src/inputs/config/policy-file.ts'
import {isChangeKind, kindOf} from '../src/languages/kinds.ts'
import {parseTarget} from '../src/languages/languages.ts'
import {judgeAll} from '../src/lint.ts'
import type {History} from '../src/model/lifecycle/history.ts'
import type {Lifecycle} from '../src/model/lifecycle/lifecycle.ts'
import {subjectKey} from '../src/model/subject/subject.ts'
import {type Day, parseDateRange} from '../src/model/time/date-range.ts'
import {findRelease, momentOfEntry} from '../src/model/time/timeline.ts'
import type {Judgment} from '../src/model/verdict/judgment.ts'
import type {Guarantee, Policy} from '../src/model/verdict/policy.ts'
import {type EarliestEndOfSupport, earliestEndOfSupport} from '../src/policy/earliest-end-of-support.ts'
import {judgeChange, judgeEnd} from '../src/policy/judge-end-of-support.ts'
import {latestAnnouncement} from '../src/policy/latest-announcement.ts'
import {addUnits} from '../src/policy/notice/durations.ts'
import {FORM_PLACEHOLDERS} from '../src/policy/notice/marker-forms.ts'
import {judgeLength} from '../src/policy/notice/notice-verdict.ts'
import {stabilityOfTarget} from '../src/policy/notice/stability.ts'
import {HERE} from './here.ts'
import {historyOf, LATER, policyOf} from './reading.ts'

const PRESETS = [
  'atlassian',
  'azure',
  'github-graphql',
  'github-rest',
  'gitlab-graphql',
  'gitlab-rest',
  'google-aip',
  'kubernetes',
  'mcp-tools',
  'microsoft-graph',
  'mongodb-atlas',
  'palantir',
  'shopify',
  'snyk',
  'stripe',
  'thirteen-months',
  'zalando'
]

/** Keys of a preset besides its guarantees. */
const TOPICS = ['signals', 'while deprecated', 'after removal', 'releases', 'not judged']

const textOf = (name: string): string => readFileSync(new URL(`../policies/${name}.yaml`, import.meta.url), 'utf8')

/** An example marker of a form: `v<major>beta<n>` → `v3beta3`. */
const markerOf = (form: string): string =>
  form.replace('<date>', '2024-01-15').replace('<month>', '2024-01').replace(/<\w+>/g, '3')

const strongest = ({stabilities}: Policy): string => stabilities.at(-1) ?? ''

const promisedBy = (policy: Policy, stability = strongest(policy)): Guarantee => {
  const promised = policy.revisions.at(-1)?.guarantees[stability]
  if (!promised) throw new Error(`Unexpected stability \`${stability}\`, expected one of \`${policy.stabilities}\``)
  return promised
}

it('the presets are listed', () => {
  expect(presets()).toEqual(PRESETS)
})

describe.each(PRESETS)('the preset %s', name => {
  const policy = policyOf(name)

  it('states its name, its source, and when that was read', () => {
    expect(policy.name).toBe(name)
    expect(policy.source).toBe(name)
    expect(policy.title).toMatch(/^\S.+[^.]$/)
    // Two presets aren't the published policy of a company.
    if (name === 'thirteen-months' || name === 'mcp-tools') {
      expect([policy.page, policy.read]).toEqual([undefined, undefined])
      return
    }
    expect(policy.page).toMatch(/^https:\/\/\S+$/)
    expect(parseDateRange(policy.read ?? '')).toBeDefined()
  })

  it('has a guarantee for every stability in every revision', () => {
    for (const {guarantees: promises} of policy.revisions)
      expect(new Set(Object.keys(promises))).toEqual(new Set(policy.stabilities))
  })

  it('guarantees more for the strongest stability than for the weakest', () => {
    const {exempt, terms, endWindow: window, conditions} = promisedBy(policy)
    expect(exempt).toBe(false)
    expect(terms.length + conditions.length > 0 || window.kind !== 'any').toBe(true)
    expect(policy.stabilities.length === 1 || promisedBy(policy, policy.stabilities[0])).not.toEqual(promisedBy(policy))
  })

  it('has version markers that give the stability that they state', () => {
    for (const {form, stability} of policy.markers) {
      for (const [, placeholder] of form.matchAll(/<(\w+)>/g)) expect(FORM_PLACEHOLDERS).toContain(placeholder)
      const path = `/lending/${markerOf(form)}/loans`
      expect(stabilityOfTarget(endpointTarget('GET', path), policy)).toBe(stability)
    }
    expect(policy.markers.length > 0 || policy.defaultStability !== undefined).toBe(true)
  })

  it('lists only changes whose compatibility differs from the defaults', () => {
    for (const {effects} of policy.revisions) {
      for (const [kind, sides] of Object.entries(effects)) {
        if (!isChangeKind(kind)) throw new Error(`Unexpected kind of change \`${kind}\``)
        const defaults: Partial<Record<string, string>> = kindOf(kind).effects
        const differing = Object.entries(sides).filter(([side, effect]) => defaults[side] !== effect)
        expect(differing.length, `${kind} in ${name}`).toBeGreaterThan(0)
        for (const [side] of Object.entries(sides)) expect(kindOf(kind).sides).toContain(side)
      }
    }
  })

  it('has only known keys and is short enough to copy', () => {
    expect(policy.statements.map(({topic}) => topic).filter(topic => !TOPICS.includes(topic))).toEqual([])
    const lines = textOf(name).trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(48)
    expect(lines.filter(line => line.length > 120)).toEqual([])
  })

  it('can be extended by a policy that overrides one notice period', () => {
    const stability = strongest(policy)
    const text = `extends: ${name}\nguarantees:\n  ${stability}:\n    notice: 99 days\n`
    const child = readPolicyText(HERE.files, text, 'policy.yaml').policy
    const notice = promisedBy(child).terms.find(({aspect}) => aspect === 'notice')
    expect(notice?.length).toEqual({count: 99, unit: 'days'})
    expect(child.name).toBe('policy')
    expect(child.title).toBeUndefined()
    const others = (each: Policy) =>
      each.stabilities.slice(0, -1).map(weaker => ({...promisedBy(each, weaker), pointer: ''}))
    expect(others(child)).toEqual(others(policy))
    expect({...promisedBy(child), terms: [], kinds: {}}).toEqual({...promisedBy(policy), terms: [], kinds: {}})
    expect(child.revisions.slice(0, -1)).toEqual(policy.revisions.slice(0, -1))
  })
})

/** The history of a subject under a policy, and the days on which its support may and may not end. */
interface Case {
  readonly title: string
  /** The name of a preset, or the text of a policy. */
  readonly policy: string
  readonly subject: string
  /** The stated stability, if the subject has no version marker. */
  readonly stability?: string
  /** The entries of the history before the end, one on each line. */
  readonly before: string
  /** The first day on which support may end. */
  readonly earliest: Day
  /** Further days on which support may not end, besides the day before. */
  readonly notOn?: readonly Day[]
  /** The latest day for the announcement of the earliest end. */
  readonly announcedBy?: Day
}

const historyText = (
  {subject, stability, before}: Pick<Case, 'subject' | 'stability' | 'before'>,
  after = ''
): string => `
service: Lending Library API
${stability === undefined ? '' : `subjects: [{subject: ${subject}, stability: ${stability}}]`}
releases:
${before.trim().replace(/^\s*/gm, '  - ')}
${after}`

/** The history in which the subject is removed on the day. */
const historyRemovedOn = (day: Day, about: Pick<Case, 'subject' | 'stability' | 'before'>, met = ''): History =>
  historyOf(historyText(about, `  - {release: end, date: ${day}, changes: [{removed: ${about.subject}${met}}]}`))

function lifecycleIn(history: History, subject: string): Lifecycle {
  const target = parseTarget(subject)
  const lifecycle = target && history.bySubject.get(subjectKey({target}))
  if (!lifecycle) throw new Error(`Unexpected subject \`${subject}\`, expected one of the history`)
  return lifecycle
}

function judgeSubject(history: History, subject: string, policy: Policy): Judgment {
  const lifecycle = lifecycleIn(history, subject)
  const tenure = lifecycle.tenures.at(-1)
  const judgment = tenure && judgeEnd(lifecycle, tenure, policy, history)
  if (!judgment) throw new Error(`Unexpected life of \`${subject}\` without an end`)
  return judgment
}

/** The judgment of the only change in the history; `undefined` if it isn't breaking. */
function judgedChange(history: History, policy: Policy): Judgment | undefined {
  const lifecycle = history.lifecycles.find(each => each.tenures.some(({changes}) => changes.length > 0))
  const tenure = lifecycle?.tenures.at(-1)
  const event = tenure?.changes[0]
  if (!lifecycle || !tenure || !event) throw new Error('Unexpected history without a change, expected one')
  return judgeChange(event, lifecycle, tenure, policy, history)
}

const verdictOn = (day: Day, about: Case): string =>
  judgeSubject(historyRemovedOn(day, about), about.subject, policyOf(about.policy)).verdict

const dayBefore = (day: Day): Day => addUnits(day, -1, 'days')

/** The earliest end of support as of the last entry. */
function earliestEnd(about: Case): EarliestEndOfSupport {
  const asOf = [...about.before.matchAll(/(?:date|on): (\d{4}-\d{2}-\d{2})/g)].at(-1)?.[1] ?? LATER
  const history = historyOf(historyText(about), asOf)
  return earliestEndOfSupport(lifecycleIn(history, about.subject), policyOf(about.policy), history)
}

const deprecated = (subject: string, day: Day): string => `{on: ${day}, changes: [{deprecated: ${subject}}]}`
const added = (subject: string, day: Day): string => `{release: ${day}, date: ${day}, changes: [{added: ${subject}}]}`

const testCases = (cases: readonly Case[]): void => {
  describe.each(cases.map(about => [about.title, about] as const))('%s', (_, about) => {
    it(`can end support on ${about.earliest}`, () => {
      expect(verdictOn(about.earliest, about)).toBe('compliant')
    })

    it.each([dayBefore(about.earliest), ...(about.notOn ?? [])])('cannot end support on %s', day => {
      expect(verdictOn(day, about)).toBe('violation')
    })

    it(`gives ${about.earliest} as the earliest end of support`, () => {
      expect(earliestEnd(about)).toMatchObject({kind: 'day', day: about.earliest})
    })

    const {announcedBy} = about
    if (announcedBy === undefined) return
    it(`must be announced by ${announcedBy} for that day`, () => {
      const history = historyOf(historyText({...about, before: added(about.subject, '2000-01-01')}))
      const lifecycle = lifecycleIn(history, about.subject)
      const announcement = latestAnnouncement(lifecycle, about.earliest, policyOf(about.policy), history)
      expect(announcement).toMatchObject({kind: 'day', day: announcedBy})
    })
  })
}

describe('support under a preset with a calendar:', () => {
  testCases([
    {
      title: 'GitHub GraphQL: three months, then the next quarter',
      policy: 'github-graphql',
      subject: 'Loan.shelf',
      stability: 'ga',
      before: deprecated('Loan.shelf', '2020-01-15'),
      earliest: '2020-07-01',
      notOn: ['2020-04-01', '2020-04-15', '2020-07-02'],
      announcedBy: '2020-04-01'
    },
    {
      title: 'GitHub GraphQL: three months that end with a quarter',
      policy: 'github-graphql',
      subject: 'Loan.shelf',
      stability: 'ga',
      before: deprecated('Loan.shelf', '2020-01-01'),
      earliest: '2020-04-01',
      notOn: ['2020-01-01'],
      announcedBy: '2020-01-01'
    },
    {
      title: 'Snyk GA: 180 days from the next GA version',
      policy: 'snyk',
      subject: 'GET /2023-06-01/loans',
      before: `
        ${added('GET /2023-06-01/loans', '2023-06-01')}
        ${added('GET /2023-12-01~beta/loans', '2023-12-01')}
        ${added('GET /2024-01-01/loans', '2024-01-01')}`,
      earliest: '2024-06-29',
      notOn: ['2024-05-29']
    },
    {
      title: 'Snyk beta: 90 days from the next beta or GA version',
      policy: 'snyk',
      subject: 'GET /2023-06-01~beta/loans',
      before: `
        ${added('GET /2023-06-01~beta/loans', '2023-06-01')}
        ${added('GET /2024-01-01/loans', '2024-01-01')}`,
      earliest: '2024-03-31'
    },
    {
      title: 'MongoDB Atlas: 12 calendar months from the new stable version, and not 365 days',
      policy: 'mongodb-atlas',
      subject: 'GET /2023-01-01/shelves',
      before: `
        ${added('GET /2023-01-01/shelves', '2023-01-01')}
        ${added('GET /2023-03-01/shelves', '2023-03-01')}`,
      earliest: '2024-03-01',
      notOn: ['2024-02-29']
    },
    {
      title: 'Shopify: 12 months from its own release, nine of them next to the next version',
      policy: 'shopify',
      subject: 'GET /2023-01/loans',
      before: `
        ${added('GET /2023-01/loans', '2023-01-01')}
        ${added('GET /2023-04/loans', '2023-04-01')}`,
      earliest: '2024-01-01'
    },
    {
      title: 'Shopify: nine months next to the next version, however old it is',
      policy: 'shopify',
      subject: 'GET /2023-01/loans',
      before: `
        ${added('GET /2023-01/loans', '2023-01-01')}
        ${added('GET /2024-01/loans', '2024-01-01')}`,
      earliest: '2024-10-01',
      notOn: ['2024-01-01']
    },
    {
      title: 'Microsoft Graph: 24 months',
      policy: 'microsoft-graph',
      subject: 'GET /v1.0/loans',
      before: deprecated('GET /v1.0/loans', '2022-03-30'),
      earliest: '2024-03-30',
      announcedBy: '2022-03-30'
    },
    {
      title: 'Microsoft Graph: 24 months from the annotation, and not before the announced sunset',
      policy: 'microsoft-graph',
      subject: 'GET /v1.0/loans',
      before: '{on: 2022-03-30, changes: [{deprecated: GET /v1.0/loans, sunset: 2024-06-30}]}',
      earliest: '2024-06-30',
      notOn: ['2024-03-30']
    },
    {
      title: 'Microsoft Graph: 24 months from the next major version',
      policy: 'microsoft-graph',
      subject: 'GET /v1.0/loans',
      before: `
        ${added('GET /v1.0/loans', '2015-11-18')}
        ${added('GET /v2.0/loans', '2024-02-29')}`,
      earliest: '2026-02-28'
    },
    {
      title: 'GitHub REST: 24 months from the announcement without a next version',
      policy: 'github-rest',
      subject: 'GET /shelves',
      before: deprecated('GET /shelves', '2022-11-28'),
      earliest: '2024-11-28',
      announcedBy: '2022-11-28'
    },
    {
      title: 'GitHub REST: 24 months next to the next version, however early it was announced',
      policy: 'github-rest',
      subject: 'GET /2022-11-28/loans',
      before: `
        ${added('GET /2022-11-28/loans', '2022-11-28')}
        ${deprecated('GET /2022-11-28/loans', '2024-01-10')}
        ${added('GET /2025-03-10/loans', '2025-03-10')}`,
      earliest: '2027-03-10',
      notOn: ['2026-01-10']
    },
    {
      title: 'Azure: three years from the version with breaking changes',
      policy: 'azure',
      subject: 'GET /2020-01-01/loans',
      before: `
        ${added('GET /2020-01-01/loans', '2020-01-01')}
        ${added('GET /2021-05-01-preview/loans', '2021-05-01')}
        ${added('GET /2021-07-07/loans', '2021-07-07')}`,
      earliest: '2024-07-07',
      notOn: ['2024-05-01']
    },
    {
      title: 'Azure preview: 90 days from the next version of any kind',
      policy: 'azure',
      subject: 'GET /2022-01-01-preview/loans',
      before: `
        ${added('GET /2022-01-01-preview/loans', '2022-01-01')}
        ${added('GET /2022-07-07-preview/loans', '2022-07-07')}`,
      earliest: '2022-10-05'
    },
    {
      title: 'Atlassian: six months',
      policy: 'atlassian',
      subject: 'POST /rest/api/3/loans',
      before: deprecated('POST /rest/api/3/loans', '2024-08-31'),
      earliest: '2025-02-28',
      announcedBy: '2024-08-31'
    },
    {
      title: 'Palantir: 12 months',
      policy: 'palantir',
      subject: 'GET /api/v1/shelves',
      before: deprecated('GET /api/v1/shelves', '2025-04-02'),
      earliest: '2026-04-02',
      announcedBy: '2025-04-02'
    },
    {
      title: 'Google AIP beta: 180 days',
      policy: 'google-aip',
      subject: 'GET /v1beta1/shelves',
      before: deprecated('GET /v1beta1/shelves', '2025-01-01'),
      earliest: '2025-06-30',
      announcedBy: '2025-01-01'
    },
    {
      title: 'thirteen-months: 13 months from an announcement, and next to a successor',
      policy: 'thirteen-months',
      subject: 'GET /v1/loans',
      before: `
        ${added('GET /v1/loans', '2024-01-10')}
        ${deprecated('GET /v1/loans', '2025-10-01')}
        ${added('GET /v2/loans', '2025-11-20')}`,
      earliest: '2026-12-20'
    }
  ])
})

describe('presets whose notice depends on releases or facts', () => {
  const until = (end: string, subject: string, before: string): string =>
    historyText({subject, before}, `  - {${end}, changes: [{removed: ${subject}}]}`)

  /** Kubernetes releases with their changes. */
  const kubernetes = (dates: Readonly<Record<string, Day>>, changes: Readonly<Record<string, string>>): string =>
    Object.entries(dates)
      .map(([name, date]) => `{release: "${name}", date: ${date}, changes: [${changes[name] ?? ''}]}`)
      .join('\n')

  const NEWER = {
    '1.22': '2021-08-04',
    '1.23': '2021-12-07',
    '1.24': '2022-05-03',
    '1.25': '2022-08-23',
    '1.26': '2022-12-09',
    '1.27': '2023-04-11',
    '1.28': '2023-08-15'
  }
  const BETA = 'GET /apis/lending/v1beta1/loans'
  const betaChanges = {'1.22': `added: ${BETA}`, '1.25': `deprecated: ${BETA}`}

  it.each([
    ['1.28', 'compliant'],
    ['1.27', 'violation']
  ])('Kubernetes: a beta deprecated in 1.25 can be removed in 1.28: %s is %s', (release, verdict) => {
    const before = kubernetes(NEWER, {...betaChanges, [release]: `removed: ${BETA}`})
    const history = historyOf(historyText({subject: BETA, before}))
    expect(judgeSubject(history, BETA, policyOf('kubernetes')).verdict).toBe(verdict)
  })

  it('Kubernetes: three releases need at least nine months, and a patch does not count', () => {
    const {'1.28': _, ...older} = NEWER
    const early = kubernetes({...older, '1.28': '2023-05-22'}, {...betaChanges, '1.28': `removed: ${BETA}`})
    const due = kubernetes({...older, '1.28': '2023-05-23'}, {...betaChanges, '1.28': `removed: ${BETA}`})
    const patch = kubernetes({...older, '1.27.9': '2023-08-14'}, {...betaChanges, '1.27.9': `removed: ${BETA}`})
    const verdict = (before: string) =>
      judgeSubject(historyOf(historyText({subject: BETA, before})), BETA, policyOf('kubernetes')).verdict
    expect([early, due, patch].map(verdict)).toEqual(['violation', 'compliant', 'violation'])
  })

  it('Kubernetes: the date of a future release is missing', () => {
    const {'1.26': _, '1.27': __, '1.28': ___, ...older} = NEWER
    const history = historyOf(historyText({subject: BETA, before: kubernetes(older, betaChanges)}), '2022-09-01')
    const end = earliestEndOfSupport(lifecycleIn(history, BETA), policyOf('kubernetes'), history)
    expect(end).toMatchObject({kind: 'undetermined', missing: [{fact: 'shipping'}]})
  })

  it('Kubernetes: a beta of 1.22 has to be deprecated by 1.25, and is not late in 1.24', () => {
    const history = historyOf(historyText({subject: BETA, before: kubernetes(NEWER, betaChanges)}))
    const {maxDuration} = promisedBy(policyOf('kubernetes'), 'beta')
    const over = (release: string) => {
      const [from, to] = ['1.22', release].map(name => findRelease(history.timeline, name))
      if (!maxDuration || !from || !to) throw new Error('Unexpected gap, expected a time limit and both releases')
      const context = {timeline: history.timeline, complete: true, countPatches: false, source: 'kubernetes'}
      return judgeLength(maxDuration.length, momentOfEntry(from), momentOfEntry(to), context).met
    }
    expect(['1.23', '1.24', '1.25'].map(over)).toEqual(['violation', 'violation', 'compliant'])
  })

  const OLDER = {
    '1.16': '2019-09-18',
    '1.17': '2019-12-09',
    '1.18': '2020-03-25',
    '1.19': '2020-08-26',
    '1.20': '2020-12-08'
  }
  const GA = 'GET /apis/lending/v1/loans'
  const moved = `{added: GET /apis/lending/v2/loans}, {deprecated: ${GA}}`

  it.each([
    ['the older revision requires 12 months', {...OLDER}, {'1.16': moved, '1.20': `removed: ${GA}`}, 'compliant'],
    ['three releases alone are too few', {...OLDER}, {'1.16': moved, '1.19': `removed: ${GA}`}, 'violation'],
    [
      'there is no successor of the same stability',
      {...OLDER},
      {'1.16': `deprecated: ${GA}`, '1.20': `removed: ${GA}`},
      'violation'
    ],
    ['the current revision does not allow it', {...NEWER}, {'1.24': moved, '1.28': `removed: ${GA}`}, 'violation'],
    [
      'the current revision allows it in a major release',
      {...NEWER, '2.0': '2024-05-01'},
      {'1.24': moved, '2.0': `removed: ${GA}`},
      'compliant'
    ]
  ])('Kubernetes GA: %s', (_, dates, changes, verdict) => {
    const before = kubernetes(dates, changes)
    const history = historyOf(historyText({subject: GA, before}))
    expect(judgeSubject(history, GA, policyOf('kubernetes')).verdict).toBe(verdict)
  })

  it('Kubernetes: a field cannot be removed within its version', () => {
    const before = kubernetes(NEWER, {
      '1.22': `added: ${BETA}`,
      '1.25': `{deprecated: ${BETA}, field: shelf, in: response}`,
      '1.28': `{removed: ${BETA}, field: shelf, in: response}`
    })
    const history = historyOf(historyText({subject: BETA, before}))
    const lifecycle = history.lifecycles.find(({subject}) => subject.part)
    const tenure = lifecycle?.tenures.at(-1)
    const judgment = lifecycle && tenure && judgeEnd(lifecycle, tenure, policyOf('kubernetes'), history)
    expect(judgment).toMatchObject({verdict: 'violation', clause: {revision: 'current', pointer: expect.any(String)}})
  })

  it.each([
    ['19.0', '2026-05-21', 'compliant'],
    ['18.6', '2025-11-20', 'violation'],
    ['18.0', '2025-05-15', 'violation']
  ])('GitLab GraphQL: six months of notice, and only in a major release: %s is %s', (release, date, verdict) => {
    const before = '{release: "17.8", date: 2025-01-16, changes: [{deprecated: POST /api/graphql}]}'
    const text = until(`release: "${release}", date: ${date}`, 'POST /api/graphql', before)
    expect(judgeSubject(historyOf(text), 'POST /api/graphql', policyOf('gitlab-graphql')).verdict).toBe(verdict)
  })

  it.each([
    ['stripe', 'GET /v1/loans'],
    ['gitlab-rest', 'GET /api/v4/loans']
  ])('%s: support never ends', (policy, subject) => {
    const about = {title: '', policy, subject, before: deprecated(subject, '2010-01-01'), earliest: '2029-12-31'}
    expect(earliestEnd(about).kind).toBe('never')
    expect(verdictOn('2029-12-31', about)).toBe('violation')
  })

  it('Azure: a preview without a newer version needs an announcement', () => {
    const subject = 'GET /2025-10-01-preview/loans'
    const about = {policy: 'azure', subject, before: added(subject, '2025-10-01'), title: '', earliest: '2026-01-13'}
    expect(verdictOn('2025-10-15', about)).toBe('violation')
    const announced = {...about, before: `${about.before}\n${deprecated(subject, '2025-10-15')}`}
    expect([verdictOn('2026-01-12', announced), verdictOn('2026-01-13', announced)]).toEqual(['violation', 'compliant'])
  })

  it.each(['field: spec, in: response'])('Kubernetes: an element can only be removed with its version: %s', part => {
    const verdicts = ['GET /v1/pods', 'GET /v1beta1/pods'].map(target => {
      const history = historyOf(`
service: Cluster API
releases:
  - {release: "1.26", date: 2022-12-09, changes: [{added: ${target}}, {deprecated: ${target}, ${part}}]}
  - {release: "2.0", date: 2030-01-01, changes: [{removed: ${target}, ${part}}]}
`)
      return judgeAll(history, policyOf('kubernetes')).flatMap(({requirements: duties}) =>
        duties.filter(({aspect}) => aspect === 'window').map(({verdict, clause}) => [verdict, clause.pointer])
      )
    })
    const kind = part.slice(0, part.indexOf(':'))
    expect(verdicts).toEqual([
      [['violation', `/guarantees/ga/kinds/${kind}/endWindow`]],
      [['violation', `/guarantees/beta/kinds/${kind}/endWindow`]]
    ])
  })

  it('Google AIP: each API states how long it supports a stable version', () => {
    const about = {subject: 'GET /v1/shelves', before: deprecated('GET /v1/shelves', '2020-01-01')}
    const judgment = judgeSubject(historyRemovedOn('2025-01-01', about), about.subject, policyOf('google-aip'))
    expect(judgment).toMatchObject({verdict: 'undetermined', missing: [{fact: 'notice'}]})
  })

  it.each([
    ['', 'undetermined', [{fact: 'consent'}]],
    [', met: {consent: all nine clients by mail of 2024-02-01}', 'compliant', []]
  ])('Zalando: all clients must consent%s', (met, verdict, missing) => {
    const about = {subject: 'GET /v1/shelves', before: deprecated('GET /v1/shelves', '2024-01-01')}
    const judgment = judgeSubject(historyRemovedOn('2024-03-01', about, met), about.subject, policyOf('zalando'))
    expect(judgment).toMatchObject({verdict, missing})
  })

  it.each(
    PRESETS.flatMap(name => {
      const {stabilities, revisions} = policyOf(name)
      return stabilities
        .filter(stability => revisions.every(({guarantees: promises}) => promises[stability]?.exempt))
        .map(stability => [name, stability] as const)
    })
  )('%s: no guarantee for %s', (name, stability) => {
    const about = {subject: 'GET /shelves', stability, before: added('GET /shelves', '2024-01-01')}
    const judgment = judgeSubject(historyRemovedOn('2024-01-02', about), about.subject, policyOf(name))
    expect(judgment).toMatchObject({verdict: 'exempt', exemptBy: 'policy'})
  })
})

describe('the compatibility of a change under a preset', () => {
  it.each([
    ['zalando', 'value-added', 'response', 'violation'],
    ['microsoft-graph', 'value-added', 'response', 'compliant'],
    ['github-rest', 'value-added', 'response', 'compliant'],
    ['google-aip', 'value-added', 'response', 'compliant'],
    ['azure', 'value-added', 'response', 'violation'],
    ['thirteen-months', 'value-added', 'response', 'undetermined'],
    ['azure', 'field-writable-added', 'response', 'violation'],
    ['thirteen-months', 'field-added', 'response', 'compliant'],
    ['stripe', 'opaque-format-changed', 'response', 'compliant'],
    ['google-aip', 'opaque-format-changed', 'response', 'violation'],
    ['microsoft-graph', 'pagination-added', 'response', 'compliant'],
    ['thirteen-months', 'pagination-added', 'response', 'violation'],
    ['github-rest', 'constraint-tightened', 'request', 'violation'],
    ['kubernetes', 'media-type-removed', 'request', 'compliant'],
    ['kubernetes', 'media-type-removed', 'response', 'compliant'],
    ['thirteen-months', 'media-type-removed', 'response', 'violation']
  ])('%s: %s in a %s is %s', (name, kind, side, verdict) => {
    const policy = policyOf(name)
    const subject = 'GET /loans'
    const change = `{changed: ${subject}, field: due, in: ${side}, kind: ${kind}}`
    const before = `{release: "3.0", date: 2025-11-20, changes: [${change}]}`
    const history = historyOf(historyText({subject, stability: strongest(policy), before}))
    expect(judgedChange(history, policy)?.verdict ?? 'compliant').toBe(verdict)
  })
})

// Public policies that are not presets. If the collection of policies gives no number, the number here is made up.
describe('other public policies can be expressed', () => {
  const plain = (guarantees: string, rest = ''): string => `
stabilities: [ga]
defaultStability: ga
markers: [{form: v<major>, stability: ga}, {form: v<major>.<minor>, stability: ga}]
guarantees:
  ga:
${guarantees.trim().replace(/^\s*/gm, '    ')}
${rest}`

  testCases([
    {
      title: 'Salesforce: three years of support, the last one announced',
      policy: plain('lifetime: 3 years\nnotice: 1 year'),
      subject: 'GET /v50.0/loans',
      before: `
        ${added('GET /v50.0/loans', '2020-10-17')}
        ${deprecated('GET /v50.0/loans', '2022-06-01')}`,
      earliest: '2023-10-17',
      notOn: ['2023-06-01']
    },
    {
      title: 'Salesforce: a year of notice after a late announcement',
      policy: plain('lifetime: 3 years\nnotice: 1 year'),
      subject: 'GET /v50.0/loans',
      before: `
        ${added('GET /v50.0/loans', '2020-02-29')}
        ${deprecated('GET /v50.0/loans', '2024-02-29')}`,
      earliest: '2025-02-28',
      notOn: ['2023-02-28']
    },
    {
      title: 'SAP Concur: 24 months of support',
      policy: plain('lifetime: 24 months'),
      subject: 'GET /v3/loans',
      before: added('GET /v3/loans', '2020-02-29'),
      earliest: '2022-02-28'
    },
    {
      title: 'SAP Concur: twelve months of deprecation, and 30 days from the announcement of the sunset',
      policy: plain('notice: 30 days\nstarts: sunset-announcement\nalso: [{notice: 12 months, starts: release}]'),
      subject: 'GET /v3/loans',
      before: `
        {release: "3.1", date: 2023-01-01, changes: [{deprecated: GET /v3/loans}]}
        {on: 2024-12-02, changes: [{rescheduled: GET /v3/loans, sunset: 2025-01-01}]}`,
      earliest: '2025-01-01',
      notOn: ['2024-12-31']
    },
    {
      title: 'notice counts from the first announced sunset, even if it was moved later',
      policy: plain('notice: 30 days\nstarts: sunset-announcement'),
      subject: 'GET /v3/loans',
      before: `
        {on: 2024-01-01, changes: [{deprecated: GET /v3/loans, sunset: 2025-01-01}]}
        {on: 2024-12-31, changes: [{rescheduled: GET /v3/loans, sunset: 2025-01-15}]}`,
      earliest: '2025-01-15',
      notOn: ['2025-01-14']
    },
    {
      title: 'Box: 12 months of support',
      policy: plain('lifetime: 12 months'),
      subject: 'GET /2024.0/loans',
      before: added('GET /2024.0/loans', '2024-06-30'),
      earliest: '2025-06-30'
    },
    {
      title: 'Gusto: two phases of six months',
      policy: plain(
        'phases: [{name: supported, length: 6 months}, {name: limited, length: 6 months, description: no new features}]'
      ),
      subject: 'GET /v1/loans',
      before: deprecated('GET /v1/loans', '2024-03-01'),
      earliest: '2025-03-01',
      notOn: ['2024-09-01'],
      announcedBy: '2024-03-01'
    },
    {
      title: 'consecutive phases that are longer than the notice, one of them without a length',
      policy: plain(
        'notice: 6 months\nphases: [{name: full, length: 6 months}, {name: security only, length: 12 months}, {name: legacy}]'
      ),
      subject: 'GET /v1/loans',
      before: deprecated('GET /v1/loans', '2024-03-01'),
      earliest: '2025-09-01',
      notOn: ['2024-09-01', '2025-03-01'],
      announcedBy: '2024-03-01'
    },
    {
      title: 'consecutive phases that are as long as the notice',
      policy: plain(
        'notice: 12 months\nphases: [{name: full, length: 6 months}, {name: security only, length: 6 months}]'
      ),
      subject: 'GET /v1/loans',
      before: deprecated('GET /v1/loans', '2024-03-01'),
      earliest: '2025-03-01',
      announcedBy: '2024-03-01'
    },
    {
      title: 'Octopus: six months enabled, and twelve more behind a switch',
      policy: plain('phases: [{name: on, length: 6 months}, {name: behind a switch, length: 12 months}]'),
      subject: 'GET /api/loans',
      before: deprecated('GET /api/loans', '2023-05-31'),
      earliest: '2024-11-30',
      announcedBy: '2023-05-31'
    },
    {
      title: 'support ends only on the 15th of the first month of a quarter',
      policy: plain('notice: 90 days\nendWindow: [01-15, 04-15, 07-15, 10-15]'),
      subject: 'GET /v1/loans',
      before: deprecated('GET /v1/loans', '2024-01-16'),
      earliest: '2024-04-15',
      notOn: ['2024-05-15'],
      announcedBy: '2024-01-16'
    },
    {
      title: 'notice counts from the start of the next billing month',
      policy: plain('notice: 12 months\nstartsOn: month-start'),
      subject: 'GET /v1/loans',
      before: deprecated('GET /v1/loans', '2024-01-02'),
      earliest: '2025-02-01',
      notOn: ['2025-01-02'],
      announcedBy: '2024-02-01'
    },
    {
      title: 'notice counts from the deprecation, not from an earlier mail',
      policy: plain('notice: 6 months\nstarts: release\nalso: [{notice: 8 weeks, starts: announcement}]'),
      subject: 'GET /v1/loans',
      before: `
        ${deprecated('GET /v1/loans', '2024-01-02')}
        {release: "3.1", date: 2024-02-15, changes: [{deprecated: GET /v1/loans}]}`,
      earliest: '2024-08-15',
      notOn: ['2024-07-02']
    },
    {
      title: 'notice counts from the deprecation, not from an earlier day that its line states',
      policy: plain('notice: 6 months\nstarts: release'),
      subject: 'GET /v1/loans',
      before: `
        {release: "3.1", date: 2024-02-15, changes: [{deprecated: GET /v1/loans, announced: 2024-01-02}]}`,
      earliest: '2024-08-15',
      notOn: ['2024-07-02']
    },
    {
      title: 'notice of a year or 280 days, whichever is shorter',
      policy: plain('notice: 1 year or 280 days, whichever is shorter'),
      subject: 'GET /v1/loans',
      before: deprecated('GET /v1/loans', '2023-12-31'),
      earliest: '2024-10-06',
      announcedBy: '2023-12-31'
    },
    {
      title: 'a preset with its own notice period',
      policy: 'extends: google-aip\nguarantees: {stable: {notice: 12 months}}\n',
      subject: 'GET /v1/loans',
      before: deprecated('GET /v1/loans', '2024-02-29'),
      earliest: '2025-02-28',
      announcedBy: '2024-02-29'
    }
  ])

  const HEROKU = `
stabilities: [prototype, development, production]
guarantees:
  prototype: none
  development: {notice: 6 months, breaking: 1 month}
  production: {notice: 12 months, breaking: forbidden}
`
  const CONFLUENT = `
stabilities: [early-access, preview, limited-availability, ga]
guarantees:
  early-access: none
  preview: {notice: 1 month, breaking: allowed}
  limited-availability: {notice: 3 months}
  ga: {notice: 12 months, successor: same}
`

  it.each([
    ['production', '', 'violation'],
    ['production', ', announced: 2024-01-31', 'violation'],
    ['development', ', announced: 2024-01-31', 'violation'],
    ['development', ', announced: 2024-01-28', 'compliant'],
    ['development', ', announced: never', 'violation'],
    ['prototype', '', 'exempt']
  ])('Heroku: a breaking change in %s%s is %s', (stability, announced, verdict) => {
    const before = `{release: "3.0", date: 2024-02-28, changes: [{changed: GET /loans, breaking: true${announced}}]}`
    const history = historyOf(historyText({subject: 'GET /loans', stability, before}))
    expect(judgedChange(history, policyOf(HEROKU))?.verdict).toBe(verdict)
  })

  it.each([
    ['early-access', '2024-01-02', 'exempt'],
    ['preview', '2024-02-01', 'compliant'],
    ['preview', '2024-01-31', 'violation'],
    ['limited-availability', '2024-04-01', 'compliant'],
    ['limited-availability', '2024-03-31', 'violation'],
    ['ga', '2025-01-01', 'violation']
  ])('Confluent: %s whose support ends on %s is %s', (stability, day, verdict) => {
    const about = {subject: 'GET /loans', stability, before: deprecated('GET /loans', '2024-01-01')}
    expect(judgeSubject(historyRemovedOn(day, about), about.subject, policyOf(CONFLUENT)).verdict).toBe(verdict)
  })

  const ENTERPRISE = plain('notice: 1 year\nconditions: {usage: no customer uses it actively}')

  it.each([
    ['2025-01-01', '', 'undetermined', [{fact: 'usage'}]],
    ['2025-01-01', ', met: {usage: no calls since 2024-09}', 'compliant', []],
    ['2024-12-31', ', met: {usage: no calls since 2024-09}', 'violation', []]
  ])('Google enterprise: a year of notice and no usage, %s%s: %s', (day, met, verdict, missing) => {
    const about = {subject: 'GET /v1/loans', before: deprecated('GET /v1/loans', '2024-01-01')}
    expect(judgeSubject(historyRemovedOn(day, about, met), about.subject, policyOf(ENTERPRISE))).toMatchObject({
      verdict,
      missing
    })
  })

  it.each([
    ['palantir', '', 'undetermined'],
    [
      'Bisnode, which copies it and lists new enum values',
      'compatibility: {value-added: {response: breaking}}',
      'violation'
    ]
  ])('%s: a new enum value in a response is %s', (_, breaks, verdict) => {
    const policy = policyOf(`extends: palantir\n${breaks}\n`)
    const change = '{changed: GET /v1/loans, field: state, in: response, kind: value-added}'
    const before = `{release: "3.0", date: 2025-11-20, changes: [${change}]}`
    const history = historyOf(historyText({subject: 'GET /v1/loans', before}))
    expect(judgedChange(history, policy)?.verdict).toBe(verdict)
  })

  it.each([
    ['endWindow: [02-30]', "`02-30` isn't a day of the year. Write a month and a day, such as `01-15`."],
    ['startsOn: [04-31]', "`04-31` isn't a day of the year. Write a month and a day, such as `01-15`."],
    ['notice: a while', "`a while` isn't a length."],
    ['notice: 99999 years', "`99999 years` isn't a length."],
    ['notice: 9 months or 3 releases', "`9 months or 3 releases` isn't a length."]
  ])('but not `%s`', (promise, message) => {
    expect(() => policyOf(plain(promise))).toThrow(message)
  })

  it.each([
    ['v<year>', '<year>'],
    ['v<major>-<Date>', '<Date>'],
    ['v<>', '<>'],
    ['<major', '<major'],
    ['v<major>>', '>']
  ])('but not with the marker form `%s`', (form, stranger) => {
    const text = `name: p\nstabilities: [ga]\nmarkers: [{form: "${form}", stability: ga}]\nguarantees: {ga: {notice: 1 year}}`
    expect(() => policyOf(text)).toThrow(`The marker form \`${form}\` holds \`${stranger}\`, which is no placeholder.`)
  })
})
