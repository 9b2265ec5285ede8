/** A repository with 30 APIs of 6 owners, and what its overview has to say. */

/** Sunsets of deprecations that could be removed since 2026-02-10, and the column in which they count. */
const SUNSETS = [
  ['2026-06-30', 'Overdue'],
  [undefined, 'Can be removed now'],
  ['2026-12-31', 'Q4 2026'],
  ['2027-01-01', 'Q1 2027'],
  ['2027-03-31', 'Q1 2027'],
  ['2027-04-01', 'Q2 2027'],
  ['2027-09-30', 'Q3 2027'],
  ['2027-10-01', 'Later']
] as const

export const AS_OF = '2026-11-29'
export const PERIODS = [
  ...['Overdue', 'Can be removed now', 'Q4 2026', 'Q1 2027', 'Q2 2027', 'Q3 2027', 'Later', 'Without a day']
]

const HOSTILE = '<img src=x onerror=globalThis.hacked=1>'
const RIGHT_TO_LEFT = 'ספרייה \u202Eyrarbil'
const LONG = 'catalogue'.repeat(14).slice(0, 120)

const OWNERS = ['team-copies', 'team-fees', 'team-loans', `${HOSTILE}"'&`, `@library/${LONG}`, RIGHT_TO_LEFT]

interface RepositoryApi {
  readonly name: string
  readonly owner: string
  readonly sunsets: readonly (typeof SUNSETS)[number][]
}

const APIS = Array.from({length: 30}, (_, at): RepositoryApi => {
  const name = [HOSTILE, RIGHT_TO_LEFT, LONG][at] ?? `api-${String(at).padStart(2, '0')}`
  const sunsets = Array.from({length: at % 4}, (_, each) => SUNSETS[(at + each) % SUNSETS.length] ?? SUNSETS[0])
  return {name, owner: OWNERS[at % OWNERS.length] ?? '', sunsets}
})

/** The rows of the table by owner and quarter: the numbers of APIs and of removals in each period. */
export const EXPECTED_ROWS: readonly (readonly [owner: string, apis: number, ...counts: number[]])[] = [
  ...OWNERS.toSorted().map(owner => countRow(owner, ({owner: own}) => own === owner)),
  countRow('All', () => true)
]

function countRow(title: string, isCounted: (api: RepositoryApi) => boolean): [string, number, ...number[]] {
  const own = APIS.filter(isCounted)
  const columns: readonly string[] = own.flatMap(({sunsets}) => sunsets.map(([, column]) => column))
  return [title, own.length, ...PERIODS.map(period => columns.filter(column => column === period).length)]
}

const historyOf = ({name, sunsets}: RepositoryApi): string => {
  const paths = sunsets.map((_, at) => (at === 1 ? `/v1/${HOSTILE.replaceAll(' ', '')}` : `/v1/loans${at}`))
  return JSON.stringify({
    service: `${name} service`,
    releases: [
      {release: '1.0', date: '2024-01-10', changes: ['/v1/fees', '/v2/loans', ...paths].map(added)},
      {
        release: '1.1',
        date: '2025-01-10',
        changes: sunsets.map(([sunset], at) => ({
          deprecated: `GET ${paths[at]}`,
          replacement: 'GET /v2/loans',
          ...(sunset === undefined ? {} : {sunset})
        }))
      }
    ]
  })
}

const added = (path: string) => ({added: `GET ${path}`})

export const FILES: Readonly<Record<string, string>> = {
  'tenure.yaml': JSON.stringify({
    format: 1,
    policy: 'thirteen-months',
    apis: APIS.map(({name, owner}, at) => ({name, owner, spec: 'none', history: `${at}/history.yaml`}))
  }),
  ...Object.fromEntries(APIS.map((api, at) => [`${at}/history.yaml`, historyOf(api)]))
}
