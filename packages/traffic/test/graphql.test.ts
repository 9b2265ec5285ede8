import {describe, expect, it} from 'vitest'
import {folder} from '../../../test/cli/run.ts'
import {sayImport} from '../src/say.ts'
import {callsOn, daysIn, importHere} from './import-here.ts'

const SCHEMA = `
type Query { loans(first: Int): [Loan!]!, node: Node, search: Hit }
interface Node { id: ID! }
union Hit = Loan | Reader
type Loan implements Node { id: ID!, due: String @deprecated(reason: "use dueDate"), dueDate: String, reader: Reader }
type Reader implements Node { id: ID!, name: String }
`
const HISTORY = `
format: 1
service: Lending
releases:
  - {release: "1.0", date: 2023-01-10, changes: [{added: Query.loans}, {added: Loan.due}, {added: Loan.old}]}
  - {release: "1.1", date: 2024-01-10, changes: [{removed: Loan.old}]}
`

const call = (query: string, who: string | null, count?: number): string =>
  `${JSON.stringify({time: '2026-11-02T10:00:00Z', query, caller: who, count, user_agent: 'web/3'})}\n`

describe('GraphQL logs', () => {
  it('count the fields of operations', async () => {
    const cwd = folder({
      'tenure.yaml':
        'format: 1\nhistory: history.yaml\nspec: schema.graphql\ntraffic: {callers: plain, format: graphql}\n',
      'schema.graphql': SCHEMA,
      'history.yaml': HISTORY,
      'operations.log': [
        call(
          'query A($n: Int) { loans(first: $n) { ...f old { x } } __typename } fragment f on Loan { due reader { name } }',
          'acme',
          7
        ),
        call('{ search { ... on Loan { due } } node { id } }', 'beta'),
        call('{ loans { tok3n } }', null),
        call('query A { loans { id } } query B { node { id } }', 'beta', 2),
        call('{ tok3n', 'acme')
      ].join('')
    })
    const summary = await importHere(cwd, {files: ['operations.log']})
    expect(callsOn(cwd, '2026-11-02').map(row => row.replace(/,10:00:00,10:00:00$/, ''))).toEqual([
      'Loan.due,acme,7,0,0',
      'Loan.due,beta,1,0,0',
      'Loan.id,beta,0,0,2',
      'Loan.old,acme,7,0,0',
      'Loan.reader,acme,7,0,0',
      'Node.id,beta,1,0,2',
      'Query.loans,acme,7,0,0',
      'Query.loans,agent:web,1,0,0',
      'Query.loans,beta,0,0,2',
      'Query.node,beta,1,0,2',
      'Query.search,beta,1,0,0',
      'Reader.name,acme,7,0,0'
    ])
    expect(daysIn(cwd)['days/2026-11-02.coverage.csv']).toContain('default,000400,000000,12,0,1,2\n')
    expect(sayImport(summary)).not.toContain('tok3n')
  })
})
