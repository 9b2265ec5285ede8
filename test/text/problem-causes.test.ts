import {expect, it} from 'vitest'
import {foldByCause, sayLikeIt} from '../../src/text/problem-causes.ts'

const at = (source: string, line: number, message: string) => ({message, place: {source, line, column: 3}})
const STATUS = 'The status of `GET /v1/loans` is computed. Use a constant.'

it('problems of server code are grouped by cause, and those of API descriptions are not', () => {
  const folded = foldByCause([
    at('src/loans.ts', 4, STATUS),
    at('src/fees.ts', 9, STATUS.replace('loans', 'fees')),
    at('src/fees.ts', 12, 'The body of `GET /v1/fees` is unknown.'),
    at('openapi.yaml', 4, '`$ref: #/a` leads nowhere.'),
    at('openapi.yaml', 9, '`$ref: #/b` leads nowhere.')
  ])
  expect(folded.map(({problem, others}) => `${problem.place.line}${sayLikeIt(others)}`)).toEqual([
    '4 (and 1 more like it)',
    '12',
    '4',
    '9'
  ])
})

it('a problem on both sides of a comparison counts once', () => {
  expect(foldByCause([at('main:src/loans.ts', 4, STATUS), at('src/loans.ts', 4, STATUS)])).toMatchObject([{others: 0}])
})
