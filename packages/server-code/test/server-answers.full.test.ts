// The responses of handlers: under which status and media type, wherever the handler sets them.
import {describe, expect, test} from 'vitest'
import {listening, read} from './small-programs.ts'

/** The statuses with their media types, such as `201 application/json`. */
function responsesIn(code: string, method = 'get') {
  const {root, lost, warned} = read(code)
  const responses = (root.paths['/a']?.[method]?.responses ?? {}) as Record<string, {content?: Record<string, unknown>}>
  const answers = Object.entries(responses).flatMap(([status, {content = {}}]) =>
    Object.keys(content).length === 0 ? [status] : Object.keys(content).map(media => `${status} ${media}`)
  )
  return {
    responses,
    answers,
    lost: [...lost, ...warned.filter(each => each.includes(COMPUTED))].map(each => each.replace(/^\S+ /, '')),
    warned
  }
}

const express = (body: string): string =>
  listening(`declare const q: boolean, n: number, x: unknown\napp.get('/a', async (req, res) => {\n${body}\n})`)
const fastify = (body: string): string =>
  `import fastify from 'fastify'\nconst app = fastify()\ndeclare const q: boolean, n: number\napp.get('/a', async (request, reply) => {\n${body}\n})\napp.listen({port: 1})\n`

const JSON_MEDIA = 'application/json'
const COMPUTED = 'The status of this response is computed and unknown. Use a constant.'

type Cases = readonly (readonly [name: string, code: string, answers: readonly string[], lost?: readonly string[]])[]

describe('the status of an Express response', () => {
  const cases: Cases = [
    ['if it is set before sending', 'res.status(201); res.json({a: 1})', [`201 ${JSON_MEDIA}`]],
    ['if it is assigned as a number', 'res.statusCode = 201; res.json({a: 1})', [`201 ${JSON_MEDIA}`]],
    [
      'from a variable with the chained response',
      'const made = res.status(201)\nmade.json({a: 1})',
      [`201 ${JSON_MEDIA}`]
    ],
    [
      'from a variable with the response itself',
      'const out = res\nout.status(201); out.json({a: 1})',
      [`201 ${JSON_MEDIA}`]
    ],
    [
      'only from calls that return the response',
      "const made: any = res.get('x')\nmade.json({a: 1}); res.end()",
      ['200']
    ],
    ['from `writeHead`', 'res.writeHead(201); res.end(JSON.stringify({a: 1}))', [`201 ${JSON_MEDIA}`]],
    ['if it is one of two', 'res.status(q ? 201 : 202); res.json({a: 1})', [`201 ${JSON_MEDIA}`, `202 ${JSON_MEDIA}`]],
    [
      'if it is set under a condition',
      'if (q) { res.status(409) }\nres.json({a: 1})',
      [`200 ${JSON_MEDIA}`, `409 ${JSON_MEDIA}`]
    ],
    [
      'if it is set in another branch',
      'if (q) res.status(404).json({e: 1})\nelse res.json({a: 1})',
      [`200 ${JSON_MEDIA}`, `404 ${JSON_MEDIA}`]
    ],
    [
      'if a branch returns early',
      'if (q) { res.status(404); return res.end() }\nres.json({a: 1})',
      [`200 ${JSON_MEDIA}`, '404']
    ],
    [
      'if it is set in a function',
      'const made = () => { res.status(202) }\nmade(); set(res)\nfunction set(r: express.Response) { r.status(203) }\nres.end()',
      ['203']
    ],
    [
      'if it is set before a function sends',
      'res.status(202); send(res)\nfunction send(r: express.Response) { r.json({}) }',
      [`202 ${JSON_MEDIA}`]
    ],
    [
      'if it is an argument',
      'if (q) send(res, 404)\nelse send(res)\nfunction send(r: express.Response, code = 201) { r.status(code).end() }',
      ['201', '404']
    ],
    ['if it is set in a callback', '[1].forEach(each => { if (each) res.status(207) })\nres.end()', ['200', '207']],
    ['from a variable that changes', 'let code = 200\nif (q) code = 400\nres.status(code).end()', ['200', '400']],
    ['from a constant', 'const codes = {made: 201}\nres.status(codes.made); res.end()', ['201']],
    [
      'if it is set in a catch block',
      'try { res.end() } catch (e: any) { res.status(e.status ?? 500); res.json({}) }',
      ['200', `default ${JSON_MEDIA}`]
    ],
    ['as unknown if it is computed', 'res.status(n); res.end()', ['default'], [COMPUTED]],
    ['as unknown if it is computed in a chain', 'res.status(n).end()', ['default'], [COMPUTED]],
    [
      'as unknown in the branch that computes it',
      'if (q) res.statusCode = n\nres.end()',
      ['200', 'default'],
      [COMPUTED]
    ]
  ]
  test.for(cases)('is read %s', ([, code, answers, lost = []]) => {
    const found = responsesIn(express(code))
    expect({answers: found.answers.toSorted(), lost: found.lost}).toEqual({answers, lost})
  })

  test('what a try block and its catch block send have their own statuses', () => {
    const {responses} = responsesIn(
      express('try { res.status(202); res.send({a: 1}) } catch { res.status(500); res.json({e: 1}) }')
    )
    expect(responses).toMatchObject({
      202: {content: {[JSON_MEDIA]: {schema: {properties: {a: {}}}}}},
      500: {content: {[JSON_MEDIA]: {schema: {properties: {e: {}}}}}}
    })
    expect(Object.keys(responses)).toEqual(['202', '500'])
  })
})

describe('the status of a Fastify response', () => {
  const cases: Cases = [
    ['if it is assigned as a number', 'reply.statusCode = 201; return reply.send({a: 1})', [`201 ${JSON_MEDIA}`]],
    [
      'from a variable with the chained reply',
      'const made = reply.code(201)\nreturn made.send({a: 1})',
      [`201 ${JSON_MEDIA}`]
    ],
    ['in a longer chain', "reply.code(201).header('x', '1'); return {a: 1}", [`201 ${JSON_MEDIA}`]],
    ['if it is one of two', 'reply.code(q ? 201 : 202); return {a: 1}', [`201 ${JSON_MEDIA}`, `202 ${JSON_MEDIA}`]],
    [
      'if it is set under a condition',
      'if (q) { reply.code(409) }\nreturn {a: 1}',
      [`200 ${JSON_MEDIA}`, `409 ${JSON_MEDIA}`]
    ],
    ['as unknown if it is computed', 'reply.code(n); return {a: 1}', [`default ${JSON_MEDIA}`], [COMPUTED]]
  ]
  test.for(cases)('is read %s', ([, code, answers, lost = []]) => {
    const found = responsesIn(fastify(code))
    expect({answers: found.answers.toSorted(), lost: found.lost}).toEqual({answers, lost})
  })
})

describe('the status of a Hono response', () => {
  const hono = (response: string): string =>
    `import {Hono} from 'hono'\nconst app = new Hono()\ndeclare const n: number\napp.get('/a', c => ${response})\nexport default app\n`
  const cases: Cases = [
    ['if it is passed as a number', 'c.json({a: 1}, 201)', [`201 ${JSON_MEDIA}`]],
    ['if it is passed in an object', 'c.json({a: 1}, {status: 201})', [`201 ${JSON_MEDIA}`]],
    ['as unknown if it is computed', 'c.json({a: 1}, n as any)', [`default ${JSON_MEDIA}`], [COMPUTED]]
  ]
  test.for(cases)('is read %s', ([, code, answers, lost = []]) => {
    const found = responsesIn(hono(code))
    expect({answers: found.answers.toSorted(), lost: found.lost}).toEqual({answers, lost})
  })
})

describe('the media type of a response', () => {
  test.for([
    [express("res.type('text/plain').send('hi')"), ['200 text/plain']],
    [express("res.set('Content-Type', 'text/csv').send('a,b')"), ['200 text/csv']],
    [express("res.contentType('csv'); res.send('a,b')"), ['200 text/csv']],
    [express("res.type('application/problem+json').json({a: 1})"), ['200 application/problem+json']],
    [express("res.writeHead(200, {'Content-Type': 'text/xml; charset=utf-8'}); res.end('<a/>')"), ['200 text/xml']],
    [express("res.send('hi')"), ['200 text/html']],
    [express("res.type(String(x)); res.send('hi')"), ['200 */*']],
    [fastify("return reply.header('content-type', 'application/xml').send('<a/>')"), ['200 application/xml']],
    [fastify("reply.type('text/csv'); return 'a,b'"), ['200 text/csv']],
    [fastify("return reply.send('a')"), ['200 text/plain']]
  ] as const)('is read from %s', ([code, answers]) => {
    expect(responsesIn(code).answers).toEqual(answers)
  })
})

describe('a NestJS response', () => {
  const nest = (method: string): string =>
    "import {Controller, Get, Header, HttpCode, HttpStatus, Module, Post, Res, Sse} from '@nestjs/common'\nimport type {Response} from 'express'\n" +
    `import {NestFactory} from '@nestjs/core'\ndeclare const q: boolean, n: number\n@Controller('a') class A { ${method} }\n@Module({controllers: [A]}) class App {}\nvoid NestFactory.create(App)\n`
  const cases: Cases = [
    ['a named status', '@HttpCode(HttpStatus.ACCEPTED) @Get() get() { return {a: 1} }', [`202 ${JSON_MEDIA}`]],
    ['a numeric status', '@HttpCode(200) @Get() get() { return {a: 1} }', [`200 ${JSON_MEDIA}`]],
    ['a computed status', '@HttpCode(n) @Get() get() { return {a: 1} }', [`default ${JSON_MEDIA}`], [COMPUTED]],
    [
      'a status that is set before the return value',
      '@HttpCode(201) @Get() get(@Res({passthrough: true}) res: Response) { if (q) res.status(202)\nreturn {a: 1} }',
      [`201 ${JSON_MEDIA}`, `202 ${JSON_MEDIA}`]
    ],
    [
      'a method that sends the response itself',
      '@HttpCode(203) @Get() get(@Res() res: Response) { res.json({a: 1}) }',
      [`203 ${JSON_MEDIA}`]
    ],
    ['a header', "@Header('Content-Type', 'text/csv') @Get() get() { return 'a,b' }", ['200 text/csv']],
    ['events', '@Sse() get() { return {data: 1} }', ['200 text/event-stream']]
  ]
  test.for(cases)('is read from %s', ([, code, answers, lost = []]) => {
    const found = responsesIn(nest(code))
    expect({answers: found.answers.toSorted(), lost: found.lost}).toEqual({answers, lost})
  })
})

test('getters of a class instance are not part of a response, those of an object are', () => {
  const {responses} = responsesIn(
    listening(
      "class Loan { id = 1; get total(): number { return 1 } }\napp.get('/a', (req, res) => { res.json({loan: new Loan(), get own() { return 1 }}) })"
    )
  )
  expect(responses).toMatchObject({
    200: {content: {[JSON_MEDIA]: {schema: {required: ['loan', 'own']}}}}
  })
  const {root} = read(
    listening(
      "class Loan { id = 1; get total(): number { return 1 } }\napp.get('/a', (req, res) => { res.json(new Loan()) })"
    )
  )
  expect(root.components?.schemas).toEqual({
    Loan: {type: 'object', properties: {id: {type: 'number'}}, required: ['id']}
  })
})
