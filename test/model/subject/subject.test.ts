import {describe, expect, it} from 'vitest'
import {endpointTarget, operationTarget} from '../../../packages/openapi/src/subjects.ts'
import {parseTarget} from '../../../src/languages/languages.ts'
import {parseSubject} from '../../../src/languages/subject-in-report.ts'
import {memberTarget} from '../../../src/model/subject/field.ts'
import {
  covers,
  formatSubject,
  lineageKey,
  moveSubject,
  type PrefixTarget,
  pathShape,
  prefixTarget,
  type Subject,
  type SubjectPart,
  subjectKey,
  subjectKindOf,
  type Target
} from '../../../src/model/subject/subject.ts'

const subject = (text: string, part?: SubjectPart): Subject => ({
  target: parseTarget(text) as Target,
  ...(part ? {part} : {})
})

describe('a target', () => {
  it.each<[string, Target]>([
    ['GET /v1/loans', endpointTarget('GET', '/v1/loans')],
    ['  delete   /v1/loans/{loanId.uuid} ', endpointTarget('DELETE', '/v1/loans/{loanId.uuid}')],
    ['QUERY /', endpointTarget('QUERY', '/')],
    ['/v1/**', prefixTarget('/v1')],
    ['/v1/firewall/**', prefixTarget('/v1/firewall')],
    ['/**', prefixTarget('')],
    ['operation ListLoans', operationTarget('ListLoans')],
    ['Loan.shelf', memberTarget('Loan', 'shelf')],
    ['connection_info.data_file.path', memberTarget('connection_info.data_file', 'path')]
  ])('is parsed from %j', (text, target) => {
    expect(parseTarget(text)).toEqual(target)
  })

  it.each([
    '',
    'GET',
    'GET loans',
    'FETCH /v1/loans',
    '/v1/loans',
    'GET /v1/**',
    '/v1/*/x/**',
    'operation ',
    'Loan',
    'Loan.',
    '.shelf'
  ])('is not parsed from %j', text => expect(parseTarget(text)).toBeUndefined())

  it.each(['GET /v1/loans', '/v1/**', '/**', 'operation ListLoans', 'Loan.shelf', 'a.b.c'])(
    'has its text: %s',
    text => {
      expect(parseTarget(text)?.text).toBe(text)
    }
  )
})

it.each<[SubjectPart | undefined, string, string]>([
  [undefined, 'GET /v1/loans', 'endpoint'],
  [{field: 'due', in: 'response'}, 'GET /v1/loans (field due, in response)', 'field'],
  [{parameter: 'page'}, 'GET /v1/loans (parameter page)', 'parameter'],
  [{header: 'ETag'}, 'GET /v1/loans (header ETag)', 'header'],
  [{field: 'state', value: 'LOST'}, 'GET /v1/loans (field state, value LOST)', 'value'],
  [{field: 'state', value: ''}, 'GET /v1/loans (field state, value "")', 'value'],
  [{in: 'request'}, 'GET /v1/loans (in request)', 'endpoint']
])('a subject with the part %j is formatted as %s', (part, text, kind) => {
  expect(formatSubject(subject('GET /v1/loans', part))).toBe(text)
  expect(subjectKindOf(subject('GET /v1/loans', part))).toBe(kind)
})

it.each([
  'GET /v1/loans',
  'GET /v1/loans (parameter limit, in request)',
  'GET /v1/loans (field items[].due, in response)',
  'GET /v1/loans (field a, b, value x, in request)',
  'GET /v1/loans (value "")',
  'GET /v1/loans (header X-Total (old), in response)',
  'operation callback done {$request.body#/u} POST of POST /v1/cb (field f, in response)',
  'operation webhook loaned (in a way)',
  'Copy.labels[].tag (value x)'
])('a subject is parsed as reports show it: %s', text => {
  const read = parseSubject(text)
  expect(read && formatSubject(read)).toBe(text)
})

it('a part is distinguished from brackets in a name', () => {
  expect(parseSubject('GET /v1/loans (parameter limit, in request)')?.part).toEqual({parameter: 'limit', in: 'request'})
  expect(parseSubject('GET /v1/loans (value "")')?.part).toEqual({value: ''})
  expect(parseSubject('operation webhook loaned (in a way)')?.part).toBeUndefined()
  expect(parseSubject('GET /v1/loans (limit)')).toBeUndefined()
})

describe('two subjects', () => {
  it.each([
    [subject('GET /v1/loans/{loanId}'), subject('get /v1/loans/{loan_id.uuid}')],
    [subject('/v1/{a}/**'), subject('/v1/{b}/**')],
    [subject('GET /a', {header: 'ETag'}), subject('GET /a', {header: 'etag'})],
    [subject('GET /a', {field: 'x', value: '1'}), subject('GET /a', {value: '1', field: 'x'})]
  ])('are the same: %j and %j', (a, b) => {
    expect(subjectKey(a)).toBe(subjectKey(b))
  })

  it.each([
    [subject('GET /v1/loans'), subject('POST /v1/loans')],
    [subject('GET /v1/loans'), subject('GET /v2/loans')],
    [subject('GET /v1/loans/{id}'), subject('GET /v1/loans/id')],
    [subject('GET /v1/loans'), subject('GET /v1/Loans')],
    [subject('/v1/**'), subject('/v2/**')],
    [subject('GET /a'), subject('GET /a', {field: 'x'})],
    [subject('GET /a', {field: 'x'}), subject('GET /a', {field: 'X'})],
    [subject('GET /a', {field: 'x'}), subject('GET /a', {parameter: 'x'})],
    [subject('GET /a', {field: 'x', in: 'request'}), subject('GET /a', {field: 'x', in: 'response'})]
  ])('are different: %j and %j', (a, b) => {
    expect(subjectKey(a)).not.toBe(subjectKey(b))
  })

  it('have path shapes without the names of parameters', () => {
    expect(pathShape('/v1/{a}/x-{b.uuid}')).toBe('/v1/{}/x-{}')
  })
})

describe('the lineage of an endpoint', () => {
  it.each([
    ['GET /v1-beta/jobs/{id}', 'GET /v1/jobs/{jobId}', true],
    ['GET /api/v1/jobs', 'GET /api/v2/jobs', true],
    ['GET /v1/jobs', 'POST /v2/jobs', false],
    ['GET /v1/jobs', 'GET /v2/jobs/all', false],
    ['GET /jobs', 'GET /v1/jobs', false]
  ])('is shared by %s and %s: %s', (a, b, same) => {
    expect(lineageKey(parseTarget(a) as Target) === lineageKey(parseTarget(b) as Target)).toBe(same)
  })

  it.each(['/v1/**', 'operation ListJobs', 'Job.logs'])('does not exist for %s', text => {
    expect(lineageKey(parseTarget(text) as Target)).toBeUndefined()
  })
})

describe('a subject covers another', () => {
  it.each<[string, SubjectPart | undefined, string, SubjectPart | undefined, boolean]>([
    ['/v1/**', undefined, 'GET /v1/loans', undefined, true],
    ['/v1/**', undefined, 'GET /v1', undefined, true],
    ['/v1/**', undefined, '/v1/loans/**', undefined, true],
    ['/v1/**', undefined, '/v1/**', undefined, true],
    ['/v1/**', undefined, 'GET /v1-beta/loans', undefined, false],
    ['/v1/**', undefined, 'GET /v10/loans', undefined, false],
    ['/v1/loans/**', undefined, '/v1/**', undefined, false],
    ['/**', undefined, 'GET /v1/loans', undefined, true],
    ['/v1/{a}/x/**', undefined, 'GET /v1/{b}/x/y', undefined, true],
    ['/v1/**', undefined, 'GET /v1/loans', {field: 'due'}, true],
    ['/v1/**', undefined, 'operation ListLoans', undefined, false],
    ['GET /v1/loans', undefined, 'GET /v1/loans', {field: 'due'}, true],
    ['GET /v1/loans', {field: 'due'}, 'GET /v1/loans', undefined, false],
    ['GET /v1/loans', {field: 'due'}, 'GET /v1/loans', {field: 'due'}, true],
    ['GET /v1/loans', {field: 'due'}, 'GET /v1/loans', {field: 'due', in: 'response'}, false],
    ['GET /v1/loans', undefined, 'GET /v1/loans/{id}', undefined, false]
  ])('%s %j covers %s %j: %s', (outer, outerPart, inner, innerPart, expected) => {
    expect(covers(subject(outer, outerPart), subject(inner, innerPart))).toBe(expected)
  })
})

describe('moving a subject', () => {
  it.each([
    ['GET /v1/jobs/{id}', '/v1/**', '/v2/**', 'GET /v2/jobs/{id}'],
    ['GET /v1', '/v1/**', '/v2/**', 'GET /v2'],
    ['/v1/jobs/**', '/v1/**', '/api/v2/**', '/api/v2/jobs/**'],
    ['GET /v1/jobs', '/**', '/api/**', 'GET /api/v1/jobs'],
    ['GET /v2/jobs', '/v1/**', '/v3/**', undefined],
    ['operation ListJobs', '/v1/**', '/v2/**', undefined]
  ])('%s from %s to %s gives %s', (text, from, to, expected) => {
    const moved = moveSubject(subject(text), parseTarget(from) as PrefixTarget, parseTarget(to) as PrefixTarget)
    expect(moved && formatSubject(moved)).toBe(expected)
  })

  it('includes its part', () => {
    const moved = moveSubject(
      subject('GET /v1/jobs', {field: 'logs'}),
      parseTarget('/v1/**') as PrefixTarget,
      parseTarget('/v2/**') as PrefixTarget
    )
    expect(moved && formatSubject(moved)).toBe('GET /v2/jobs (field logs)')
  })
})

it('a remark behind a subject in a report is not part of it', () => {
  const limit = {parameter: 'limit', in: 'request'}
  expect(parseSubject('GET /v1/loans (parameter limit, in request) (changed)')?.part).toEqual(limit)
  expect(parseSubject('GET /v1/loans (parameter limit, in request) (changed) (in the baseline)')?.part).toEqual(limit)
  expect(parseSubject('Shelf.size (changed)')).toEqual(subject('Shelf.size'))
  expect(parseSubject('GET /v1/loans (added)')).toEqual(subject('GET /v1/loans'))
})

it.each([
  'GET /v1/loans (field due, in respons)',
  'GET /v1/loans (field due in response)',
  'GET /v1/loans (field due, in response) (chnged)',
  'GET /v1/loans (field )',
  'Shelf.size (chnged)',
  'Shelf.size (valu a, in response)',
  'Shelf.size (valu a)'
])('an invalid part is not taken for a name: %s', text => {
  expect(parseSubject(text)).toBeUndefined()
})

it('a name may contain spaces and brackets', () => {
  expect(parseSubject('Shelf.size (cm)')).toEqual(subject('Shelf.size (cm)'))
  expect(parseSubject('GET /v1/loans (value born in Rome)')?.part).toEqual({value: 'born in Rome'})
})
