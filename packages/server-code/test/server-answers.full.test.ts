// What handlers answer: under which status and media type, wherever in the handler these are set.
import {describe, expect, test} from 'vitest'
import {listening, read} from './small-programs.ts'

/** Each status with its media types, as `201 application/json`. */
function answersOf(code: string, method = 'get') {
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

type Told = readonly (readonly [name: string, code: string, answers: readonly string[], lost?: readonly string[]])[]

describe('the status of an answer of Express', () => {
  const told: Told = [
    ['before it', 'res.status(201); res.json({a: 1})', [`201 ${JSON_MEDIA}`]],
    ['as a number', 'res.statusCode = 201; res.json({a: 1})', [`201 ${JSON_MEDIA}`]],
    ['compliant under a name', 'const made = res.status(201)\nmade.json({a: 1})', [`201 ${JSON_MEDIA}`]],
    ['compliant under a name without one', 'const out = res\nout.status(201); out.json({a: 1})', [`201 ${JSON_MEDIA}`]],
    ['not of what another call gives', "const made: any = res.get('x')\nmade.json({a: 1}); res.end()", ['200']],
    ['with the head', 'res.writeHead(201); res.end(JSON.stringify({a: 1}))', [`201 ${JSON_MEDIA}`]],
    ['one or the other', 'res.status(q ? 201 : 202); res.json({a: 1})', [`201 ${JSON_MEDIA}`, `202 ${JSON_MEDIA}`]],
    ['under a condition', 'if (q) { res.status(409) }\nres.json({a: 1})', [`200 ${JSON_MEDIA}`, `409 ${JSON_MEDIA}`]],
    [
      'in another branch',
      'if (q) res.status(404).json({e: 1})\nelse res.json({a: 1})',
      [`200 ${JSON_MEDIA}`, `404 ${JSON_MEDIA}`]
    ],
    ['of who has left', 'if (q) { res.status(404); return res.end() }\nres.json({a: 1})', [`200 ${JSON_MEDIA}`, '404']],
    [
      'in a function',
      'const made = () => { res.status(202) }\nmade(); set(res)\nfunction set(r: express.Response) { r.status(203) }\nres.end()',
      ['203']
    ],
    [
      'before a function',
      'res.status(202); send(res)\nfunction send(r: express.Response) { r.json({}) }',
      [`202 ${JSON_MEDIA}`]
    ],
    [
      'as an argument',
      'if (q) send(res, 404)\nelse send(res)\nfunction send(r: express.Response, code = 201) { r.status(code).end() }',
      ['201', '404']
    ],
    ['in a list of many', '[1].forEach(each => { if (each) res.status(207) })\nres.end()', ['200', '207']],
    ['of a variable', 'let code = 200\nif (q) code = 400\nres.status(code).end()', ['200', '400']],
    ['by name', 'const codes = {made: 201}\nres.status(codes.made); res.end()', ['201']],
    [
      'of a failure',
      'try { res.end() } catch (e: any) { res.status(e.status ?? 500); res.json({}) }',
      ['200', `default ${JSON_MEDIA}`]
    ],
    ['computed', 'res.status(n); res.end()', ['default'], [COMPUTED]],
    ['computed in the chain', 'res.status(n).end()', ['default'], [COMPUTED]],
    ['computed at times', 'if (q) res.statusCode = n\nres.end()', ['200', 'default'], [COMPUTED]]
  ]
  test.for(told)('%s', ([, code, answers, lost = []]) => {
    const found = answersOf(express(code))
    expect({answers: found.answers.toSorted(), lost: found.lost}).toEqual({answers, lost})
  })

  test('what is tried, and what is said when it fails', () => {
    const {responses} = answersOf(
      express('try { res.status(202); res.send({a: 1}) } catch { res.status(500); res.json({e: 1}) }')
    )
    expect(responses).toMatchObject({
      202: {content: {[JSON_MEDIA]: {schema: {properties: {a: {}}}}}},
      500: {content: {[JSON_MEDIA]: {schema: {properties: {e: {}}}}}}
    })
    expect(Object.keys(responses)).toEqual(['202', '500'])
  })
})

describe('the status of an answer of Fastify', () => {
  const told: Told = [
    ['as a number', 'reply.statusCode = 201; return reply.send({a: 1})', [`201 ${JSON_MEDIA}`]],
    ['compliant under a name', 'const made = reply.code(201)\nreturn made.send({a: 1})', [`201 ${JSON_MEDIA}`]],
    ['in a longer chain', "reply.code(201).header('x', '1'); return {a: 1}", [`201 ${JSON_MEDIA}`]],
    ['one or the other', 'reply.code(q ? 201 : 202); return {a: 1}', [`201 ${JSON_MEDIA}`, `202 ${JSON_MEDIA}`]],
    ['under a condition', 'if (q) { reply.code(409) }\nreturn {a: 1}', [`200 ${JSON_MEDIA}`, `409 ${JSON_MEDIA}`]],
    ['computed', 'reply.code(n); return {a: 1}', [`default ${JSON_MEDIA}`], [COMPUTED]]
  ]
  test.for(told)('%s', ([, code, answers, lost = []]) => {
    const found = answersOf(fastify(code))
    expect({answers: found.answers.toSorted(), lost: found.lost}).toEqual({answers, lost})
  })
})

describe('the status of an answer of Hono', () => {
  const hono = (answer: string): string =>
    `import {Hono} from 'hono'\nconst app = new Hono()\ndeclare const n: number\napp.get('/a', c => ${answer})\nexport default app\n`
  const told: Told = [
    ['as a number', 'c.json({a: 1}, 201)', [`201 ${JSON_MEDIA}`]],
    ['in an object', 'c.json({a: 1}, {status: 201})', [`201 ${JSON_MEDIA}`]],
    ['computed', 'c.json({a: 1}, n as any)', [`default ${JSON_MEDIA}`], [COMPUTED]]
  ]
  test.for(told)('%s', ([, code, answers, lost = []]) => {
    const found = answersOf(hono(code))
    expect({answers: found.answers.toSorted(), lost: found.lost}).toEqual({answers, lost})
  })
})

describe('the media type of an answer', () => {
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
  ] as const)('%s', ([code, answers]) => {
    expect(answersOf(code).answers).toEqual(answers)
  })
})

describe('what Nest answers with', () => {
  const nest = (method: string): string =>
    "import {Controller, Get, Header, HttpCode, HttpStatus, Module, Post, Res, Sse} from '@nestjs/common'\nimport type {Response} from 'express'\n" +
    `import {NestFactory} from '@nestjs/core'\ndeclare const q: boolean, n: number\n@Controller('a') class A { ${method} }\n@Module({controllers: [A]}) class App {}\nvoid NestFactory.create(App)\n`
  const told: Told = [
    ['a status by name', '@HttpCode(HttpStatus.ACCEPTED) @Get() get() { return {a: 1} }', [`202 ${JSON_MEDIA}`]],
    ['a status by number', '@HttpCode(200) @Get() get() { return {a: 1} }', [`200 ${JSON_MEDIA}`]],
    ['a status that is computed', '@HttpCode(n) @Get() get() { return {a: 1} }', [`default ${JSON_MEDIA}`], [COMPUTED]],
    [
      'a status that is set beside what is given back',
      '@HttpCode(201) @Get() get(@Res({passthrough: true}) res: Response) { if (q) res.status(202)\nreturn {a: 1} }',
      [`201 ${JSON_MEDIA}`, `202 ${JSON_MEDIA}`]
    ],
    [
      'what it sends itself',
      '@HttpCode(203) @Get() get(@Res() res: Response) { res.json({a: 1}) }',
      [`203 ${JSON_MEDIA}`]
    ],
    ['a header', "@Header('Content-Type', 'text/csv') @Get() get() { return 'a,b' }", ['200 text/csv']],
    ['events', '@Sse() get() { return {data: 1} }', ['200 text/event-stream']]
  ]
  test.for(told)('%s', ([, code, answers, lost = []]) => {
    const found = answersOf(nest(code))
    expect({answers: found.answers.toSorted(), lost: found.lost}).toEqual({answers, lost})
  })
})

test('getters of a class are not sent, those of an object are', () => {
  const {responses} = answersOf(
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
