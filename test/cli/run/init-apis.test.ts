import {readFileSync, symlinkSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {parse} from 'yaml'
import {git} from '../../gate/scenario.ts'
import {sample} from '../../tier.ts'
import {expectRefusal, folder, pathsIn, tenure} from '../run.ts'

/** A description with a title and an endpoint for each path. */
const api = (title: string, paths: readonly string[] = ['/v1/loans'], version = '1'): string =>
  `openapi: 3.0.3\ninfo:\n  title: ${title}\n  version: "${version}"\npaths:\n${paths
    .map(path => `  ${path}:\n    get: {responses: {"200": {description: All}}}\n`)
    .join('')}`

const json = (title: string, paths: readonly string[] = ['/v1/loans']): object => ({
  info: {title, version: '1'},
  openapi: '3.0.3',
  paths: Object.fromEntries(paths.map(path => [path, {get: {responses: {200: {description: 'All'}}}}]))
})

interface Initialized {
  readonly out: string
  /** The path of each description by API name; the name of a single API is `''`. */
  readonly specs: Readonly<Record<string, string>>
}

async function initialize(files: Readonly<Record<string, string>>, args: readonly string[] = []): Promise<Initialized> {
  const cwd = folder(files)
  const {code, out, err} = await tenure(['init', ...args], {cwd})
  expect(code, err).toBe(0)
  return {out, specs: specsIn(cwd)}
}

function specsIn(cwd: string): Record<string, string> {
  const config = parse(readFileSync(join(cwd, 'tenure.yaml'), 'utf8'))
  if (!config.apis) return {'': config.spec}
  return Object.fromEntries(config.apis.map(({name, spec}: {name: string; spec: string}) => [name, spec]))
}

describe.concurrent('init finds an API description', () => {
  it.each(
    sample([
      [
        'a comment and a document marker before the keys',
        '# The library\n%YAML 1.2\n---\nopenapi: 3.1.0\ninfo: {title: A, version: "1"}\n'
      ],
      ['a byte order mark', `\uFEFF${api('A')}`],
      ['a quoted key', '"openapi": "3.1.0"\ninfo: {title: A, version: "1"}\n'],
      [
        'the key after a long text',
        `info:\n  title: A\n  description: |\n${'    Much to say.\n'.repeat(900)}openapi: 3.0.0\n`
      ],
      ['another key before it', `x-owner: lending\n${api('A')}`],
      ['Swagger 2', 'swagger: "2.0"\ninfo: {title: A, version: "1"}\npaths: {}\n']
    ])
  )('by its content: %s', async (_, text) => {
    expect(
      (await initialize({'data/lending-public.yml': text, 'deploy/app.yaml': 'kind: Deployment\n'})).specs
    ).toEqual({
      '': 'data/lending-public.yml'
    })
  })

  it('in JSON with keys in any order', async () => {
    const paths = Array.from({length: 200}, (_, at) => `/v1/shelves-${at}`)
    const {info, openapi, ...others} = json('A', paths) as Record<string, object>
    for (const document of [
      {paths: others.paths, info, openapi},
      {openapi, info, ...others},
      {$schema: 'x', ...others, openapi}
    ])
      expect((await initialize({'spec/json/lending.json': JSON.stringify(document)})).specs).toEqual({
        '': 'spec/json/lending.json'
      })
  })

  it('and ignores settings, packages, and examples', async () => {
    const cwd = folder({
      'config/application.yml': 'server: {port: 1}\nswagger:\n  enabled: true\n',
      'package.json': '{"name": "x", "openapi": {"input": "a"}}',
      'node_modules/other/openapi.yaml': api('Other'),
      'vendor/other/openapi.yaml': api('Other'),
      'lending/api.yaml': api('Lending'),
      'tests/data/openapi.yaml': api('Test'),
      'docs/examples/openapi.yaml': api('Example'),
      'lending/api.test.yaml': api('Test')
    })
    const {out} = await tenure(['init'], {cwd})
    expect(specsIn(cwd)).toEqual({'': 'lending/api.yaml'})
    expect(out).toContain('Found 1 API description (lending/api.yaml).')
    expect(out).toContain(
      'Left out: docs/examples/openapi.yaml, lending/api.test.yaml, and tests/data/openapi.yaml (an example or a test).'
    )
  })

  it('once, though symbolic links lead to it, and not in ignored files', async () => {
    const cwd = folder({
      '.gitignore': 'cache/\n',
      'cache/openapi.yaml': api('Old'),
      '.schema/api.swagger.json': JSON.stringify(json('Lending')),
      'a/b/c/d/e/fees.yaml': api('Fees', ['/v1/fees'])
    })
    symlinkSync('../.schema/api.swagger.json', join(cwd, 'a', 'link.json'))
    await git(cwd, ['init', '--quiet'])
    await git(cwd, ['add', '--all'])
    await tenure(['init'], {cwd})
    expect(Object.values(specsIn(cwd))).toEqual(['.schema/api.swagger.json', 'a/b/c/d/e/fees.yaml'])
  })

  it('and leaves out the files that it references', async () => {
    const {specs, out} = await initialize({
      'reference/lending.yaml':
        'openapi: 3.1.0\ninfo: {title: Lending, version: "1"}\npaths:\n  /v1/loans:\n    $ref: paths/loans.yaml\n  /v1/fees:\n    $ref: "./fees.yaml#/paths/~1v1~1fees"\n',
      'reference/paths/loans.yaml': 'get: {responses: {"200": {$ref: "../shared.yaml#/components/responses/All"}}}\n',
      'reference/fees.yaml': api('Fees', ['/v1/fees']),
      'reference/shared.yaml':
        'openapi: 3.1.0\ninfo: {title: Shared, version: "1"}\npaths: {}\ncomponents: {responses: {All: {description: All}}}\n',
      'dist/lending-bundled.yaml': api('Lending', ['/v1/loans', '/v1/fees'])
    })
    expect(specs).toEqual({'': 'reference/lending.yaml'})
    expect(out).toContain(
      'Left out: dist/lending-bundled.yaml (a copy of reference/lending.yaml); reference/fees.yaml (a part of reference/lending.yaml); reference/shared.yaml (it has no `paths`).'
    )
  })

  it('and another API that references one of its schemas', async () => {
    const withReference = `${api('Fees', ['/v1/fees'])}components: {schemas: {A: {$ref: 'loans.yaml#/components/schemas/A'}}}\n`
    expect((await initialize({'fees.yaml': withReference, 'loans.yaml': api('Loans')})).specs).toEqual({
      fees: 'fees.yaml',
      loans: 'loans.yaml'
    })
  })

  it('once if it exists in YAML and in JSON', async () => {
    const paths = ['/v1/loans', '/v1/fees']
    const {specs, out} = await initialize({
      'api/lending.yaml': api('Lending', paths),
      'api/lending.json': JSON.stringify(json('Lending', paths)),
      'public/openapi.json': JSON.stringify(json('Lending', paths))
    })
    expect(specs).toEqual({'': 'api/lending.yaml'})
    expect(out).toContain('Left out: api/lending.json (the same as api/lending.yaml); public/openapi.json (a copy of')
  })
})

/** The same description in Swagger 2, with or without its paths below `basePath`. */
const swagger = (title: string, paths: readonly string[], version = '1', basePath = '/'): string =>
  JSON.stringify({
    swagger: '2.0',
    info: {title, version},
    basePath,
    paths: Object.fromEntries(paths.map(path => [path, {get: {responses: {200: {description: 'All'}}}}]))
  })

const LENDING = ['/loans', '/fees', '/shelves']
const SERVED = `servers: [{url: https://library.example/v1}]\n${api('Lending', LENDING)}`

it('init asks about descriptions with many common paths and different titles', async () => {
  const {out, specs} = await initialize({
    'api/now.yaml': api('Lending', LENDING),
    'old/then.yaml': api('Loans', [...LENDING, '/copies'])
  })
  expect(Object.keys(specs)).toHaveLength(2)
  expect(out).toContain(
    'Possibly one API: api/now.yaml with old/then.yaml (3 common paths). If so, keep one of the two'
  )
})

describe.concurrent('init takes the source of an API and leaves out', () => {
  it.each(
    sample([
      [
        'its twin in Swagger 2',
        {'openapi.yaml': api('Lending', LENDING)},
        {'swagger.yaml': swagger('Lending', LENDING)}
      ],
      [
        'its twin in Swagger 2 with another base path',
        {'openapi.yaml': SERVED},
        {
          'swagger.yaml': swagger(
            'Lending',
            LENDING.map(path => `/v1${path}`)
          )
        }
      ],
      [
        'its twin in a folder named after the format',
        {'v3/openapi.yaml': api('Lending', LENDING)},
        {'v2/swagger.json': swagger('Lending', LENDING)}
      ],
      [
        'its twin in the other format, with another title and version',
        {'spec/api.json': JSON.stringify(json('Lending API', LENDING))},
        {'spec/swagger.json': swagger('LENDING', LENDING, 'latest')}
      ],
      [
        'the copy of a generated client',
        {'spec/api.json': JSON.stringify(json('Lending', LENDING))},
        {'internal/httpclient/api/openapi.yaml': api('Lending', LENDING)}
      ],
      [
        'an older copy of a package for clients',
        {'openapi.yaml': api('Lending', [...LENDING, '/copies'])},
        {'packages/sdk-js/openapi.yaml': api('Lending', LENDING, '0.9')}
      ],
      [
        'the copy of a page',
        {'server/openapi.json': JSON.stringify(json('Lending', LENDING))},
        {'frontend/src/openapi.json': JSON.stringify(json('Lending', LENDING))}
      ],
      [
        'what says that it is generated',
        {'proto/openapi.json': JSON.stringify(json('Lending', LENDING))},
        {'api/openapi.yaml': `# Code generated by a tool. DO NOT EDIT.\n${api('Lending', LENDING)}`}
      ]
    ])
  )('%s', async (_, source, copy) => {
    const {specs, out} = await initialize({...source, ...copy})
    expect(Object.values(specs)).toEqual(Object.keys(source))
    expect(out).toMatch(
      new RegExp(
        `Left out: ${Object.keys(copy)[0]} \\((?:a copy of|the same as|the same API as) ${Object.keys(source)[0]}\\)`
      )
    )
  })

  it.each(
    sample([
      [
        'another version with the same paths',
        {
          'v1/openapi.json': JSON.stringify({...json('Lending', LENDING), servers: [{url: '/v1'}]}),
          'v2/openapi.yaml': `servers: [{url: /v2}]\n${api('Lending', LENDING, '2')}`
        }
      ],
      [
        'another version in a folder of its own',
        {
          'api/v1/openapi.json': JSON.stringify(json('Lending', LENDING)),
          'api/v2/openapi.yaml': api('Lending', LENDING)
        }
      ],
      [
        'a built description of another version',
        {
          'dist/openapi.json': JSON.stringify({...json('Lending', LENDING), servers: [{url: '/v1'}]}),
          'src/openapi.yaml': `servers: [{url: /v2}]\n${api('Lending', LENDING, '2')}`
        }
      ],
      [
        'version 2 in Swagger 2 and version 3 in OpenAPI 3',
        {'v2/swagger.json': swagger('Lending', LENDING, '2.4'), 'v3/openapi.yaml': api('Lending', LENDING, '3.0')}
      ],
      [
        'another API in the format that its folder names',
        {'v2/swagger.json': swagger('Loans', ['/loans']), 'v3/openapi.json': JSON.stringify(json('Fees', ['/fees']))}
      ],
      [
        'version 2 in Swagger 2 beside version 3 in OpenAPI 3',
        {
          'v2/swagger.json': swagger('Lending', LENDING, '1', '/v2'),
          'v3/openapi.json': JSON.stringify({
            ...json('Lending', LENDING),
            servers: [{url: 'https://library.example/v3'}]
          })
        }
      ],
      [
        'a service from the same template',
        {
          'server/openapi.yaml': api('API', ['/health', '/ready', '/a']),
          'web/openapi.yaml': api('API', ['/health', '/ready', '/b'])
        }
      ]
    ])
  )('but not %s', async (_, files) => {
    const {specs} = await initialize(files)
    expect(Object.values(specs)).toEqual(Object.keys(files))
  })
})

describe.concurrent('init with several APIs', () => {
  it('names them after folders, files, or titles', async () => {
    const {specs, out} = await initialize({
      'lending_accounts.yaml': api('Accounts', ['/accounts']),
      'lending-fees.yaml': api('Fees', ['/fees']),
      'services/readers/openapi.yaml': api('Readers', ['/readers']),
      'services/desks/api/openapi.yaml': api('Desks', ['/desks']),
      'services/shelves/v1/openapi.yaml': api('Shelves', ['/v1/shelves']),
      'services/shelves/v2/openapi.yaml': api('Shelves', ['/v2/shelves']),
      'spec/json/copies.json': JSON.stringify(json('Copies', ['/copies'])),
      'reference/main/openapiv3.json': JSON.stringify(json('The Depot API', ['/depots']))
    })
    expect(specs).toEqual({
      'lending-fees': 'lending-fees.yaml',
      lending_accounts: 'lending_accounts.yaml',
      'the-depot': 'reference/main/openapiv3.json',
      desks: 'services/desks/api/openapi.yaml',
      readers: 'services/readers/openapi.yaml',
      'shelves-v1': 'services/shelves/v1/openapi.yaml',
      'shelves-v2': 'services/shelves/v2/openapi.yaml',
      copies: 'spec/json/copies.json'
    })
    expect(out).toContain('Found 8 API descriptions.\n  lending-fees: lending-fees.yaml\n')
  })

  it('names them after their folders, even with general names', async () => {
    const {specs} = await initialize({
      'lending/api/openapi.yaml': api('Lending', ['/loans']),
      'lending/web/openapi.yaml': api('Lending', ['/pages'])
    })
    expect(specs).toEqual({api: 'lending/api/openapi.yaml', web: 'lending/web/openapi.yaml'})
  })

  it('accepts names and paths in options', async () => {
    const files = {
      'a/one.yaml': api('One'),
      'b/two.yaml': api('Two', ['/two']),
      'c/three.yaml': api('Three', ['/three'])
    }
    expect((await initialize(files, ['--spec', 'b/two.yaml'])).specs).toEqual({'': 'b/two.yaml'})
    expect((await initialize(files, ['--api', 'first=a/one.yaml', '--api', 'second=./b/two.yaml'])).specs).toEqual({
      first: 'a/one.yaml',
      second: 'b/two.yaml'
    })
    expect((await initialize(files, ['--api', 'only=a/one.yaml'])).specs).toEqual({only: 'a/one.yaml'})
    for (const [args, message] of [
      [['--spec', 'a/none.yaml'], 'There is no file `a/none.yaml`.'],
      [['--spec', 'a'], '`a` is a folder without a description for each release'],
      [['--spec', 'a/*.yaml'], 'No file fits `a/*.yaml`'],
      [['--spec', 'x.json'], "`x.json` isn't an API description"],
      [['--api', 'a/one.yaml'], '`--api a/one.yaml` has no name and path.'],
      [['--api', 'x=a/one.yaml', '--api', 'x=b/two.yaml'], '`--api` names `x` twice.']
    ] as const) {
      const cwd = folder({...files, 'x.json': '{}'})
      const result = await tenure(['init', ...args], {cwd})
      expectRefusal(result)
      expect(result.err).toContain(message)
      expect(pathsIn(cwd)).not.toContain('tenure.yaml')
    }
  })
})

describe.concurrent('init with many versions', () => {
  const releases = (paths: readonly string[]): Record<string, string> =>
    Object.fromEntries(paths.map((path, at) => [path, api('Lending', ['/loans', `/fees-${at}`], `1.${at}`)]))

  it.each(
    sample([
      ['one folder each', ['docs/1.0.0/openapi.yml', 'docs/1.1.0/openapi.yml', 'docs/main/openapi.yml'], 'docs'],
      ['one folder each with other files', ['docs/v1.9/a.yaml', 'docs/v1.10/b.yaml'], 'docs'],
      ['one file each', ['api/v1.24.yaml', 'api/v1.25.yaml'], 'api'],
      ['dates as versions', ['spec/2024-01-31/api.yaml', 'spec/2024-07-31/api.yaml'], 'spec'],
      ['files next to other files', ['api-1.0.yaml', 'api-1.1.yaml', 'api-latest.yaml'], 'api-*.yaml'],
      ['versions of the API that look like those of OpenAPI', ['spec/3.0/x.yaml', 'spec/3.1/x.yaml'], 'spec'],
      ['many major versions', ['docs/v1/a.yaml', 'docs/v2/a.yaml', 'docs/v3/a.yaml'], 'docs']
    ])
  )('finds one API: %s', async (_, paths, spec) => {
    const other = spec === 'api-*.yaml' ? {'fees-1.0.yaml': api('Fees', ['/only-fees'])} : {}
    const {specs} = await initialize({...releases(paths), ...other})
    expect(Object.values(specs)).toContain(spec)
    expect(Object.keys(specs)).toHaveLength(1 + Object.keys(other).length)
  })

  it('lists the releases, which `record --all` records without tags', async () => {
    const cwd = folder(releases(['docs/1.0.0/openapi.yml', 'docs/1.1.0/openapi.yml', 'docs/current/openapi.yml']))
    const {out} = await tenure(['init'], {cwd})
    expect(out).toContain(
      'Found 1 API description (docs, 2 releases, 1.0.0 to 1.1.0; the current one is docs/current/openapi.yml).'
    )
    expect(out).toContain('Record the past from the releases: `tenure record --all`')
    const {code, out: recordOutput, err} = await tenure(['record', '--all'], {cwd})
    expect(code, err).toBe(0)
    expect(recordOutput).toContain('Wrote api-history: 2 releases with ')
    expect(pathsIn(cwd)).toContain('api-history/releases/1.1.0.yaml')
  })

  it('finds several APIs if the major versions have no paths in common', async () => {
    const {specs} = await initialize({
      'v1/openapi.yaml': api('Lending', ['/v1/loans']),
      'v2/openapi.yaml': api('Lending', ['/v2/loans']),
      'v3/openapi.yaml': api('Lending', ['/v3/loans'])
    })
    expect(specs).toEqual({
      'lending-v1': 'v1/openapi.yaml',
      'lending-v2': 'v2/openapi.yaml',
      'lending-v3': 'v3/openapi.yaml'
    })
  })

  it.each([
    ['other titles and paths', {'api-1.0.yaml': api('Loans', LENDING), 'api-2.0.yaml': api('Desks', ['/desks'])}],
    [
      'other titles and paths in folders',
      {'docs/1.0/loans.yaml': api('Loans', LENDING), 'docs/1.1/desks.yaml': api('Desks', ['/desks'])}
    ],
    [
      'numbers for versions',
      Object.fromEntries(['Loans', 'Fees', 'Desks'].map((name, at) => [`shop-${at + 1}.yaml`, api(name, ['/health'])]))
    ]
  ])('finds several APIs in files with %s', async (_, files) => {
    expect(Object.values((await initialize(files)).specs)).toEqual(Object.keys(files))
  })

  it('finds one API whose title and paths change once', async () => {
    const files = Object.fromEntries([
      ...['1.0', '1.1', '1.2'].map(name => [`docs/${name}.yaml`, api('Lending', LENDING)]),
      ['docs/2.0.yaml', api('Library', ['/library/loans'])]
    ])
    expect((await initialize(files)).specs).toEqual({'': 'docs'})
  })

  it('writes a pattern for each API if each version has several', async () => {
    const cwd = folder({
      ...Object.fromEntries(
        ['2024.06.1', '2024.07.0', 'current'].flatMap(version => [
          [`dist/${version}/management.yaml`, api('Management', ['/apps', '/users', '/groups'])],
          [`dist/${version}/management-minimal.yaml`, `${api('Management', ['/apps', '/users', '/groups'])}tags: []\n`],
          [`dist/${version}/sign-on.yaml`, api('Sign-on', ['/authorize'])]
        ])
      )
    })
    const {code, out} = await tenure(['init'], {cwd})
    expect(code).toBe(0)
    expect(specsIn(cwd)).toEqual({management: 'dist/*/management.yaml', 'sign-on': 'dist/*/sign-on.yaml'})
    expect(out).toContain('Left out: dist/*/management-minimal.yaml (releases of dist/current/management.yaml).')
    const recorded = await tenure(['record', '--all'], {cwd})
    expect(recorded.code, recorded.err).toBe(0)
    expect(recorded.out).toContain('Wrote dist/management-history: 2 releases')
    expect(recorded.out).toContain('Wrote dist/sign-on-history: 2 releases')
    expect((await tenure(['audit', '--api', 'sign-on'], {cwd})).code).toBe(0)
  })
})

describe.concurrent('init with a server', () => {
  const app = (framework: string): string => `{"name": "lending", "dependencies": {"${framework}": "^1"}}`
  it.each(
    sample([
      [
        'Express',
        'express',
        'src/main.ts',
        'import express from "express"\nconst app = express()\napp.get("/v1/loans", (_q, r) => { r.json({}) })\napp.listen(3000)\n'
      ],
      [
        'Fastify',
        'fastify',
        'server.js',
        'const fastify = require("fastify")()\nfastify.get("/v1/loans", async () => ({}))\nfastify.listen({port: 1})\n'
      ],
      [
        'Hono',
        'hono',
        'src/index.ts',
        'import {Hono} from "hono"\nconst app = new Hono()\napp.get("/v1/loans", c => c.json({}))\nexport default app\n'
      ],
      [
        'NestJS',
        '@nestjs/core',
        'src/main.ts',
        'import {NestFactory} from "@nestjs/core"\nimport {AppModule} from "./app.module"\nNestFactory.create(AppModule).then(app => app.listen(3000))\n'
      ],
      [
        'Express',
        'express',
        'backend/start.ts',
        'import express from "express"\nimport {routes} from "./routes"\nexpress().use(routes).listen(80)\n'
      ]
    ])
  )('finds it by its framework: %s', async (framework, name, entry, text) => {
    const {specs, out} = await initialize({
      'package.json': app(name),
      [entry]: text,
      'src/helper.ts': `import type {Request} from "${name}"\nexport const a = 1\n`,
      'test/server.ts': text
    })
    expect(specs).toEqual({'': entry})
    expect(out).toContain(`Found 1 server (${entry}, ${framework}).`)
  })

  it('uses the entry file that package.json names', async () => {
    const text = 'import express from "express"\nexpress().listen(1)\n'
    const manifest = {
      name: 'x',
      main: 'dist/web.js',
      dependencies: {express: '5'},
      scripts: {dev: 'tsx watch src/web.ts'}
    }
    expect(
      (await initialize({'package.json': JSON.stringify(manifest), 'src/web.ts': text, 'src/admin.ts': text})).specs
    ).toEqual({'': 'src/web.ts'})
  })

  it('finds one per workspace', async () => {
    const text = 'import express from "express"\nexpress().listen(1)\n'
    const {specs} = await initialize({
      'package.json': '{"name": "root", "workspaces": ["apps/*"]}',
      'apps/loans/package.json': app('express'),
      'apps/loans/src/main.ts': text,
      'apps/fees/package.json': app('express'),
      'apps/fees/src/main.ts': text,
      'apps/site/package.json': '{"dependencies": {"react": "19"}}',
      'apps/site/src/main.ts': 'app.listen(1)\n'
    })
    expect(specs).toEqual({fees: 'apps/fees/src/main.ts', loans: 'apps/loans/src/main.ts'})
  })

  it('only mentions it if there is a description', async () => {
    const {specs, out} = await initialize({
      'package.json': app('express'),
      'src/main.ts': 'import express from "express"\nexpress().listen(1)\n',
      'api.yaml': api('Lending')
    })
    expect(specs).toEqual({'': 'api.yaml'})
    expect(out).toContain('Also found a server (src/main.ts, Express).')
  })
})

it('names an API after the folder `templates` next to folders of other APIs', async () => {
  const names = ['mail', 'sms', 'templates']
  const files = names.map((name, at) => [`messaging/${name}/openapi.yaml`, api(name, [`/v${at + 1}/${name}`])])
  const {specs} = await initialize(Object.fromEntries(files))
  expect(specs).toEqual(Object.fromEntries(names.map(name => [name, `messaging/${name}/openapi.yaml`])))
})
