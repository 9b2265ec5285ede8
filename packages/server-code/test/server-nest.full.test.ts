// NestJS programs: which applications and which modules are read.

import {describe, expect, test} from 'vitest'
import {sample} from '../../../test/tier.ts'
import {read} from './small-programs.ts'

const NEST =
  "import {Controller, Get, Module} from '@nestjs/common'\nimport {NestFactory} from '@nestjs/core'\n" +
  "@Controller('loans') class LoansController { @Get() list() { return [] } }\n" +
  "@Controller('admin') class AdminController { @Get() show() { return [] } }\n"
const APP =
  '@Module({controllers: [LoansController]}) class AppModule {}\n@Module({controllers: [AdminController]}) class AdminModule {}\n'
const start = (body: string): string =>
  `${body.includes('AdminModule') ? `${NEST}${APP}` : `${NEST}${APP}`.replaceAll(/^.*Admin.*\n/gm, '')}async function start() {\n${body}\n}\nvoid start()\n`

interface Reported {
  readonly lost?: readonly string[]
  readonly warned?: readonly string[]
}
type Case = readonly [name: string, code: string, routes: readonly string[], more?: Reported]

function expectRead(code: string, routes: readonly string[], more: Reported = {}): void {
  const {lost = [], warned = []} = more
  const found = read(code)
  const plain = (lines: readonly string[]) => lines.map(each => each.replace(/^\S+ /, ''))
  expect({routes: found.routes.toSorted(), lost: plain(found.lost), warned: plain(found.warned)}).toEqual({
    routes,
    lost,
    warned
  })
}

const SERVES = "const app = await NestFactory.create(AppModule)\napp.setGlobalPrefix('api')\nawait app.listen(3000)"

describe('applications that are read:', () => {
  const cases: readonly Case[] = [
    [
      'the one that is not closed',
      `const settings = await NestFactory.create(AppModule)\nsettings.get('x')\nawait settings.close()\n${SERVES}`,
      ['GET /api/loans']
    ],
    [
      'the one that listens',
      `const settings = await NestFactory.create(AppModule)\nawait migrate(settings.get('x'))\n${SERVES}`,
      ['GET /api/loans']
    ],
    [
      'the one that is not only started to write an API description',
      `const docs = await NestFactory.create(AppModule)\nawait docs.init()\nawait docs.close()\n${SERVES}`,
      ['GET /api/loans']
    ],
    [
      'the one that listens until a signal',
      `${SERVES}\nprocess.on('SIGTERM', async () => { await app.close() })`,
      ['GET /api/loans']
    ],
    [
      'two that listen',
      `${SERVES}\nconst admin = await NestFactory.create(AdminModule)\nawait admin.listen(3001)`,
      ['GET /admin', 'GET /api/loans']
    ],
    [
      'two that listen until a signal',
      `${SERVES}\nconst admin = await NestFactory.create(AdminModule)\nawait admin.init()\nprocess.on('SIGTERM', async () => { await admin.close(); await app.close() })`,
      ['GET /admin', 'GET /api/loans']
    ],
    ['the only one, which does not listen', 'await NestFactory.create(AppModule)', ['GET /loans']],
    [
      'one that is passed to a platform',
      'const app = await NestFactory.create(AppModule)\nawait app.init()\nreturn serverless(app.getHttpAdapter().getInstance())',
      ['GET /loans']
    ],
    [
      'the only one, which is closed',
      'const app = await NestFactory.create(AppModule)\nawait app.init()\nawait app.close()',
      ['GET /loans']
    ],
    [
      'one that never listens, with its own controllers',
      `await NestFactory.create(AdminModule)\n${SERVES}`,
      ['GET /api/loans'],
      {warned: ['This application never listens']}
    ]
  ]
  for (const [name, code, routes, more] of cases)
    test(name, () => {
      const declared =
        'declare function migrate(x: unknown): Promise<void>\ndeclare function serverless(x: unknown): unknown\n'
      expectRead(declared + start(code), routes, more)
    })
})

describe('modules that are read:', () => {
  const serve = (modules: string, more = ''): string =>
    `${NEST}declare const isTest: boolean\n${more}${modules}\nasync function start() { const app = await NestFactory.create(AppModule); await app.listen(3000) }\nvoid start()\n`
  const both = ['GET /admin', 'GET /loans']
  const conditional = {
    warned: ['The GET route `/admin` is added only under a condition. It is read as always there.']
  }
  const admin = '@Module({controllers: [AdminController]}) class AdminModule {}\n'
  const cases: readonly Case[] = [
    [
      'a spread condition',
      serve(
        `${admin}@Module({imports: [...(isTest ? [AdminModule] : [])], controllers: [LoansController]}) class AppModule {}`
      ),
      both,
      conditional
    ],
    [
      'a spread `&&`',
      serve(
        `${admin}@Module({imports: [...((isTest && [AdminModule]) || [])], controllers: [LoansController]}) class AppModule {}`
      ),
      both,
      conditional
    ],
    [
      'a condition in the list',
      serve(
        `${admin}@Module({}) class Empty {}\n@Module({imports: [isTest ? AdminModule : Empty], controllers: [LoansController]}) class AppModule {}`
      ),
      both,
      conditional
    ],
    [
      'a filtered list',
      serve(
        `${admin}@Module({imports: [isTest && AdminModule].filter(Boolean) as any[], controllers: [LoansController]}) class AppModule {}`
      ),
      both,
      conditional
    ],
    [
      'a concatenated list',
      serve(
        `${admin}const more = isTest ? [AdminModule] : []\n@Module({imports: [].concat(more as any), controllers: [LoansController]}) class AppModule {}`
      ),
      both,
      conditional
    ],
    [
      'a conditional controller',
      serve('@Module({controllers: [LoansController, ...(isTest ? [AdminController] : [])]}) class AppModule {}'),
      both,
      conditional
    ],
    [
      'a module of `ConditionalModule`',
      serve(
        `${admin}// @ts-ignore\nimport {ConditionalModule} from '@nestjs/config'\n@Module({imports: [ConditionalModule.registerWhen(AdminModule, 'ADMIN')], controllers: [LoansController]}) class AppModule {}`
      ),
      both,
      conditional
    ],
    [
      'a conditional module of an unknown package',
      serve(
        "// @ts-ignore\nimport {BoardModule} from '@library/board'\n@Module({imports: [...(isTest ? [BoardModule.forFeature({name: 'x'})] : [])], controllers: [LoansController, AdminController]}) class AppModule {}"
      ),
      both,
      {warned: ['The module comes from the package `@library/board`. Its responses']}
    ],
    [
      '`register()` with several return values',
      serve(
        '@Module({controllers: [AdminController]}) class AdminModule {\n  static async register() {\n    if (!(await ready())) return {module: AdminModule}\n    return {module: AdminModule, providers: await ready()}\n  }\n}\n@Module({imports: [AdminModule.register()], controllers: [LoansController]}) class AppModule {}',
        'declare function ready(): Promise<any>\n'
      ),
      both
    ],
    [
      '`register()` that is inherited from a package',
      serve(
        "// @ts-ignore\nimport {Configurable} from '@library/nest'\n@Module({controllers: [AdminController]}) class AdminModule extends Configurable {}\n@Module({imports: [AdminModule.register({})], controllers: [LoansController]}) class AppModule {}"
      ),
      both,
      {warned: ["What `register()` adds to this module can't be followed. Its decorator is read."]}
    ],
    [
      '`forRoot()` that extends the result of a package',
      serve(
        "// @ts-ignore\nimport {Configurable} from '@library/nest'\n@Module({controllers: [AdminController]}) class AdminModule extends Configurable {\n  static forRoot() { return {...super.forRoot(), providers: []} }\n}\n@Module({imports: [AdminModule.forRoot()], controllers: [LoansController]}) class AppModule {}"
      ),
      both,
      {warned: ["What `forRoot()` adds to this module can't be followed. Its decorator is read."]}
    ],
    [
      '`forRoot()` whose result a function builds',
      serve(
        '@Module({controllers: [AdminController]}) class AdminModule {\n  static forRoot() { return build(AdminModule) }\n}\n@Module({imports: [AdminModule.forRoot()], controllers: [LoansController]}) class AppModule {}',
        'declare function build(x: unknown): any\n'
      ),
      both,
      {warned: ["What `forRoot()` adds to this module can't be followed. Its decorator is read."]}
    ],
    [
      'a list with an unknown part left out',
      serve(
        '@Module({controllers: [LoansController, AdminController].slice(0, size)}) class AppModule {}',
        'declare const size: number\n'
      ),
      both,
      {
        warned: ['loans', 'admin'].map(
          each => `The GET route \`/${each}\` is added only under a condition. It is read as always there.`
        )
      }
    ],
    [
      'a module that another one imports always',
      serve(
        `${admin}@Module({imports: [AdminModule]}) class Other {}\n@Module({imports: [isTest ? AdminModule : Other, Other], controllers: [LoansController]}) class AppModule {}`
      ),
      both
    ],
    [
      'a controller that answers one host',
      serve(
        "@Controller({path: 'admin', host: 'library.example'}) class Hosted { @Get() show() { return [] } }\n@Module({controllers: [LoansController, Hosted]}) class AppModule {}"
      ).replace(/^.*class AdminController.*\n/m, ''),
      both,
      {warned: ['This controller answers only requests to its `host`. Its routes are read as answering all.']}
    ],
    [
      'a list without one of its controllers',
      serve(
        'const all = [LoansController, AdminController].filter(each => each !== AdminController)\n@Module({controllers: all}) class AppModule {}'
      ),
      ['GET /loans'],
      {lost: ['No module lists controller `AdminController`']}
    ],
    [
      'a computed list',
      serve(
        '@Module({imports: load(), controllers: [LoansController, AdminController]}) class AppModule {}',
        'declare function load(): any[]\n'
      ),
      both,
      {lost: ["`imports` of this module is computed. What isn't written out in it isn't read."]}
    ]
  ]
  for (const [name, code, routes, more] of cases) test(name, () => expectRead(code, routes, more))
})

describe('a controller that asks for two routes of one path', () => {
  const BOATS =
    "import {Controller, Get, Module, Next} from '@nestjs/common'\nimport {NestFactory} from '@nestjs/core'\n"
  const serve = (methods: string, adapter = ''): string =>
    `${BOATS}@Controller('boats') class Boats { ${methods} }\n@Module({controllers: [Boats]}) class App {}\nasync function start() {\nconst app = await NestFactory.create(App${adapter})\nawait app.listen(3000)\n}\nvoid start()\n`
  const ONE = "@Get(':id') one() { return [] }"
  const MINE = "@Get('mine') mine() { return [] }"

  test('answers with the first one', () => {
    expectRead(serve(`${ONE} ${MINE}`), ['GET /boats/{id}'], {warned: ["The GET route `/boats/mine` isn't read"]})
    expectRead(serve(`${MINE} ${ONE}`), ['GET /boats/mine', 'GET /boats/{id}'])
  })
  test('answers with the second one if the first might pass requests on', () =>
    expectRead(serve(`${ONE.replace('()', '(@Next() next: any)')} ${MINE}`), ['GET /boats/mine', 'GET /boats/{id}']))
  test('answers with the more exact one on Fastify', () =>
    expectRead(serve(`${ONE} ${MINE}`, ', new FastifyAdapter()'), ['GET /boats/mine', 'GET /boats/{id}']))
  test('answers nothing behind middleware that passes no request on', () =>
    expect(
      read(
        serve(ONE).replace(
          'await app.listen',
          'app.use((req: any, res: any) => { res.status(410).end() })\nawait app.listen'
        )
      ).lost
    ).toEqual(['server.ts:7:9 This middleware passes no request on']))
})

describe('a class whose base comes from a package that is not installed', () => {
  const FIELDS = 'class Boat { name!: string; feet!: number; rig?: string }\n'
  const body = (extended: string, fields = ''): ReturnType<typeof read> =>
    read(
      "import {Body, Controller, Module, Post} from '@nestjs/common'\nimport {NestFactory} from '@nestjs/core'\n" +
        "import {IntersectionType, OmitType, PartialType, PickType} from '@nestjs/swagger'\n// @ts-ignore\nimport {Thing} from 'thing-kit'\n" +
        `${FIELDS}class Update extends ${extended} {${fields}}\n@Controller('boats') class Boats { @Post() add(@Body() boat: Update) { return '' } }\n` +
        '@Module({controllers: [Boats]}) class App {}\nasync function start() { const app = await NestFactory.create(App); await app.listen(1) }\nvoid start()\n'
    )

  test.each(
    sample([
      ['PartialType(Boat)', ['name', 'feet', 'rig'], undefined],
      ["OmitType(Boat, ['rig'] as const)", ['name', 'feet'], ['name', 'feet']],
      ["PartialType(PickType(Boat, ['feet']))", ['feet'], undefined],
      ["IntersectionType(PickType(Boat, ['rig']), OmitType(Boat, ['name', 'rig']))", ['rig', 'feet'], ['feet']]
    ])
  )('has the fields that NestJS derives: %s', (extended, fields, required) => {
    const {root, lost, warned} = body(extended)
    const schema = root.components?.schemas.Update as {properties: object; required?: unknown}
    expect({fields: Object.keys(schema.properties), required: schema.required}).toEqual({fields, required})
    expect([...lost, ...warned]).toEqual([])
  })

  test('is reported if nothing is known about the base', () => {
    const {root, lost, warned} = body('Thing', 'own!: string')
    expect(lost).toEqual(['server.ts:7:22 The base of `Update` is unknown'])
    expect(warned).toEqual([
      "server.ts:3:65 Types of packages that aren't installed are unknown: `@nestjs/swagger` and `thing-kit`. Run `npm ci` first."
    ])
    expect(root.components?.schemas.Update).toMatchObject({allOf: [{properties: {own: {type: 'string'}}}, {}]})
  })
})
