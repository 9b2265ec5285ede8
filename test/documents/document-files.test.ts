import {spawnSync} from 'node:child_process'
import {mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import {afterEach, beforeEach, describe, expect, test} from 'vitest'
import {childNode, rootNode} from '../../packages/json-schema/src/document/node.ts'
import {dereference} from '../../packages/json-schema/src/document/references.ts'
import {readSnapshot} from '../../packages/openapi/src/read/snapshot.ts'
import {openSpec, type SpecFiles} from '../../src/documents/document-files.ts'
import {InputError} from '../../src/model/input-error.ts'
import {openWorkspace} from '../../src/stores/files/workspace.ts'
import {HERE} from '../here.ts'

let folder: string
/** The workspace that names are relative to. */
let workspace = HERE

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'tenure-spec-')))
})
afterEach(() => rmSync(folder, {recursive: true, force: true}))

const write = (path: string, text: string | Buffer): string => {
  mkdirSync(dirname(join(folder, path)), {recursive: true})
  writeFileSync(join(folder, path), text)
  return join(folder, path)
}
const open = (name: string, stdin = ''): SpecFiles => openSpec(workspace, name, {stdin: () => Buffer.from(stdin)})
/** A description of one operation, whose answer has this schema. */
const describedBy = (schema: string): string =>
  `openapi: 3.1.0
info: {title: Library, version: '1'}
paths: {/loans: {get: {responses: {'200': {description: ok, content: {application/json: {schema: ${schema}}}}}}}}
`
const gapsOf = (files: SpecFiles): string[] => files.gaps.map(({message, place}) => `${place.pointer}: ${message}`)

function rejection(name: string): string {
  try {
    open(name)
  } catch (error) {
    expect(error).toBeInstanceOf(InputError)
    return (error as InputError).message
  }
  throw new Error('Unexpected success, expected a refusal')
}

describe('the files of an API description', () => {
  test('include everything that references lead to, each file once', () => {
    write('.git/HEAD', '')
    const main = write(
      'api/openapi.yaml',
      'a: {$ref: ./parts/loan.yaml#/Loan}\nb: {$ref: "../common%20parts/x.json"}\n'
    )
    write(
      'api/parts/loan.yaml',
      'Loan: {$ref: "../openapi.yaml#/a"}\nCopy: {$ref: "#/Loan"}\nc: {$ref: ../../common%20parts/x.json#/d}'
    )
    write('common parts/x.json', '{"d": {"$ref": "../api/parts/loan.yaml"}}')
    const files = open(main)
    expect(files.documents.map(({address}) => address)).toEqual([
      'tenure:///api/openapi.yaml',
      'tenure:///api/parts/loan.yaml',
      'tenure:///common%20parts/x.json'
    ])
    expect(files.documents.map(({source}) => source)).toEqual([
      main,
      join(folder, 'api/parts/loan.yaml'),
      join(folder, 'common parts/x.json')
    ])
    expect(files.gaps).toEqual([])
    const address = new URL('../common%20parts/x.json', files.main.address).href
    expect(files.lookup(address)).toEqual({d: {$ref: '../api/parts/loan.yaml'}})
    expect(files.documentAt('tenure:///nothing')).toBeUndefined()
    expect(files.locate({source: join(folder, 'api/parts/loan.yaml'), pointer: '/Copy'})).toMatchObject({
      line: 2,
      column: 1
    })
  })

  test('are limited to the git root, else the folder of the nearest tenure.yaml, else its own folder', () => {
    const main = write('api/deep/openapi.yaml', 'a: {$ref: ../x.yaml}\n')
    write('api/x.yaml', 'b: 1')
    expect(gapsOf(open(main))[0]).toContain('it is outside of the git repository')
    expect(open(main).main.address).toBe('tenure:///openapi.yaml')
    write('api/tenure.yaml', '')
    expect(open(main).gaps).toEqual([])
    expect(open(main).main.address).toBe('tenure:///deep/openapi.yaml')
    write('.git', 'gitdir: elsewhere')
    expect(open(main).main.address).toBe('tenure:///api/deep/openapi.yaml')
  })

  test("have a gap for each reference that can't be followed, with its first place and a count", () => {
    const outside = write('secret.yaml', 'password: 1')
    const main = write(
      'api/openapi.yaml',
      `
a: [{$ref: https://example.org/x.yaml}, {$ref: https://example.org/x.yaml}]
b: {$ref: file:///etc/passwd}
c: {$ref: /etc/passwd}
d: {$ref: ../secret.yaml}
e: {$ref: link.yaml}
f: {$ref: missing.yaml#/x}
g: {$ref: folder}
h: {$ref: broken.json}
i: {$ref: "#/nowhere"}
j: {$ref: "fine.yaml#/nowhere"}
k: {$ref: "fine.yaml#/here/1"}
l: {$ref: "#name"}
m: {$ref: "#/a/0"}
n: {$ref: "linked/secret.yaml"}
o: {$ref: "%2e%2e/secret.yaml"}
`
    )
    symlinkSync(outside, join(folder, 'api/link.yaml'))
    symlinkSync(folder, join(folder, 'api/linked'))
    mkdirSync(join(folder, 'api/folder'))
    write('api/broken.json', '{"a": 1,\n}')
    write('api/fine.yaml', 'here: [1, 2]')
    const files = open(main)
    expect(files.documents).toHaveLength(2)
    expect(gapsOf(files).map(each => each.replaceAll(folder, ''))).toEqual([
      "/a/0/$ref: `$ref: https://example.org/x.yaml` can't be resolved (in 2 places): nothing is fetched from the network.",
      "/b/$ref: `$ref: file:///etc/passwd` can't be resolved: nothing is fetched from the network.",
      "/c/$ref: `$ref: /etc/passwd` can't be resolved: its path must be relative to its own file.",
      "/d/$ref: `$ref: ../secret.yaml` can't be resolved: it is outside of the git repository (or the folder of `tenure.yaml`, or its own folder).",
      "/e/$ref: `$ref: link.yaml` can't be resolved: it is outside of the git repository (or the folder of `tenure.yaml`, or its own folder).",
      "/f/$ref: `$ref: missing.yaml#/x` can't be resolved: the file can't be read (no such file or folder).",
      "/g/$ref: `$ref: folder` can't be resolved: the file can't be used: `/api/folder` is a folder. Name a file.",
      "/h/$ref: `$ref: broken.json` can't be resolved: the file can't be used (/api/broken.json:2:1): Invalid JSON: found `}` instead of a key in double quotes.",
      "/i/$ref: `$ref: #/nowhere` can't be resolved: nothing in `/api/openapi.yaml` has this address.",
      "/j/$ref: `$ref: fine.yaml#/nowhere` can't be resolved: nothing in `/api/fine.yaml` has this address.",
      "/l/$ref: `$ref: #name` can't be resolved: nothing in `/api/openapi.yaml` has this address.",
      "/n/$ref: `$ref: linked/secret.yaml` can't be resolved: it is outside of the git repository (or the folder of `tenure.yaml`, or its own folder).",
      "/o/$ref: `$ref: %2e%2e/secret.yaml` can't be resolved: it is outside of the git repository (or the folder of `tenure.yaml`, or its own folder)."
    ])
    expect(files.locateAll(files.gaps.map(({place}) => place)).slice(0, 2)).toMatchObject([
      {line: 2, column: 6},
      {line: 3, column: 5}
    ])
  })

  test('resolve references to the `$id` and `$anchor` of parts', () => {
    const main = write(
      'openapi.yaml',
      `
a: {$id: https://library.example/loan, $anchor: loan, $defs: {x: {$ref: "#/$defs/y"}, y: {}}}
b: {$ref: https://library.example/loan}
c: {$ref: "#loan"}
d: {$ref: https://library.example/loan#/$defs/y}
`
    )
    expect(open(main).gaps).toEqual([])
  })

  test.each([
    ['without an `$id`', ''],
    ['with the `$id` that is meant', '$id: https://library.example/parts/day.yaml, '],
    ['with another `$id`', '$id: https://library.example/other.yaml, ']
  ])('resolve references below an absolute `$id` to the file of that path, %s', (_, id) => {
    write('parts/loan.yaml', '{$id: https://library.example/parts/loan.yaml, properties: {day: {$ref: day.yaml}}}')
    write('parts/day.yaml', `{${id}type: string}`)
    const snapshot = readSnapshot(open(write('openapi.yaml', describedBy('{$ref: parts/loan.yaml}'))))
    const schema = snapshot.operations[0]?.details().responses[0]?.contents[0]?.schema ?? {
      schema: {},
      dialect: '2020-12'
    }
    const day = dereference(childNode(dereference(rootNode(schema)), 'properties', 'day'))
    expect([snapshot.gaps, day.raw]).toEqual([[], expect.objectContaining({type: 'string'})])
  })

  test.each([
    ['$ref: "#day"', '$anchor: day', '$anchor: day'],
    ['$ref: "https://library.example/day"', '$id: https://library.example/day', '$id: https://library.example/day']
  ])('have a gap for a name that two parts have: %s', (reference, name, other) => {
    const schemas = `{A: {${name}, type: string}, B: {${other}, type: integer}}`
    const files = open(write('openapi.yaml', `${describedBy(`{${reference}}`)}components: {schemas: ${schemas}}`))
    expect(readSnapshot(files).gaps.map(({message, place}) => [message, place.pointer])).toEqual([
      [
        `\`${reference.replaceAll('"', '')}\` can't be resolved: no part has this name or address, or several have it.`,
        '/paths/~1loans/get/responses/200/content/application~1json/schema/$ref'
      ]
    ])
  })

  test('resolve references to a relative `$id` without looking for a file', () => {
    const main = write(
      'openapi.yaml',
      `
a: {$id: loan.json, $defs: {x: {$ref: "#/$defs/y"}, y: {$id: parts/day.json}, z: {$ref: parts/day.json}}}
b: {$ref: loan.json}
c: {$ref: loan.json#/$defs/x}
d: {$ref: ./parts/day.json}
e: {$ref: missing.json}
`
    )
    expect(open(main).gaps.map(({place}) => place.pointer)).toEqual(['/e/$ref'])
  })

  test('may refer to each other in a circle', () => {
    const main = write('openapi.yaml', 'a: {$ref: b.yaml#/a}\nb: {$ref: "#/b"}')
    write('b.yaml', 'a: {$ref: openapi.yaml#/a}')
    expect(open(main)).toMatchObject({gaps: [], documents: [{}, {}]})
  })

  test('cannot be referenced from standard input', () => {
    const files = open('-', '{"a": {"$ref": "x.yaml"}, "b": {"$ref": "#/a"}}')
    expect(files.main).toMatchObject({source: '-', address: 'tenure:///-'})
    expect(gapsOf(files)).toEqual([
      "/a/$ref: `$ref: x.yaml` can't be resolved: standard input has no files next to it."
    ])
  })

  test('do not exist below a file', () => {
    const main = write('openapi.yaml', 'a: {$ref: openapi.yaml/b.yaml}')
    expect(gapsOf(open(main))).toEqual([
      expect.stringContaining("/a/$ref: `$ref: openapi.yaml/b.yaml` can't be resolved")
    ])
    expect(rejection(join(main, 'b.yaml'))).toContain('a file where a folder is needed')
  })

  test('are rejected if they do not exist', () => {
    expect(rejection(join(folder, 'none.yaml'))).toContain('no such file')
    expect(rejection(folder)).toBe(`\`${folder}\` is a folder. Name a file.`)
    expect(rejection('https://library.example/openapi.yaml')).toContain('nothing is fetched from the network')
    expect(rejection('C:\\api\\openapi.yaml')).toContain('no such file')
    expect(rejection('c:/api/openapi.yaml')).toContain('no such file')
  })
})

describe('the files of a git revision', () => {
  const git = (...args: string[]): string => {
    const settings = [
      '-c',
      'user.name=Librarian',
      '-c',
      'user.email=librarian@library.example',
      '-c',
      'core.autocrlf=false'
    ]
    const {status, stdout, stderr} = spawnSync('git', [...settings, ...args], {cwd: folder, encoding: 'utf8'})
    if (status !== 0) throw new Error(stderr)
    return stdout
  }

  beforeEach(() => {
    git('init', '--quiet', '--initial-branch=main')
    write(
      'api/openapi.yaml',
      'a: {$ref: parts/loan.yaml}\nb: {$ref: ../../out.yaml}\nc: {$ref: link.yaml}\nd: {$ref: none.yaml}\n'
    )
    write('api/parts/loan.yaml', 'when: then')
    symlinkSync('/etc/passwd', join(folder, 'api/link.yaml'))
    git('add', '.')
    git('commit', '--quiet', '-m', 'first')
    git('tag', '-a', 'v1.0.0', '-m', 'first')
    write('api/parts/loan.yaml', 'when: now')
    workspace = openWorkspace(join(folder, 'api'), process.env)
  })
  afterEach(() => {
    workspace = HERE
  })

  test('are all read from the revision, by a path from the root or the working folder', () => {
    for (const name of ['v1.0.0:api/openapi.yaml', 'HEAD:./openapi.yaml', 'main:../api/openapi.yaml']) {
      const files = open(name)
      expect(files.main).toMatchObject({source: name, address: 'tenure:///api/openapi.yaml'})
      expect(files.lookup('tenure:///api/parts/loan.yaml')).toEqual({when: 'then'})
      const revision = name.split(':')[0]
      expect(files.documents[1]?.source).toBe(`${revision}:api/parts/loan.yaml`)
      expect(gapsOf(files)).toEqual([
        "/b/$ref: `$ref: ../../out.yaml` can't be resolved: it is outside of the git repository (or the folder of `tenure.yaml`, or its own folder).",
        `/c/$ref: \`$ref: link.yaml\` can't be resolved: the file can't be used: \`${revision}:api/link.yaml\` is a link. Name a file of the revision itself.`,
        `/d/$ref: \`$ref: none.yaml\` can't be resolved: the file can't be used: There is no file \`${revision}:api/none.yaml\` in the revision.`
      ])
    }
  })

  test('are not used if there is a file with exactly this name', () => {
    write('api/HEAD:openapi.yaml', 'own: file')
    expect(open('HEAD:openapi.yaml').main.root).toEqual({own: 'file'})
  })

  test('are rejected with the names that exist', () => {
    expect(rejection('v2:api/openapi.yaml')).toContain('git knows no such revision')
    expect(rejection('--output=x:api/openapi.yaml')).toContain('no revision begins with `-`')
    expect(rejection('HEAD')).toBe(
      'No file is called `HEAD`, but a git revision is. Name a file in it: `HEAD:api/openapi.yaml`.'
    )
    expect(rejection('HEAD:openapi.yaml')).toBe(
      'There is no file `openapi.yaml` in `HEAD` (there is `api/openapi.yaml`).'
    )
    expect(rejection('HEAD:api')).toBe('`api` is a folder in `HEAD`. Name a file in it.')
    expect(rejection('HEAD:')).toContain('is a folder')
    expect(rejection('HEAD:../../x.yaml')).toContain('There is no file `../x.yaml`')
    expect(rejection('HEAD:api/link.yaml')).toContain('is a link')
  })

  test('are rejected without a repository', () => {
    rmSync(join(folder, '.git'), {recursive: true})
    expect(rejection('HEAD:api/openapi.yaml')).toContain('there is no git repository here')
  })
})

describe('a keyword of another OpenAPI version', () => {
  const library = (version: string): string => `
openapi: ${version}
info: {title: Lending Library API, version: '1'}
paths: {}
components:
  schemas:
    Loan:
      properties:
        nullable: {type: boolean}
        due: {type: string, nullable: true}
        copy: {$ref: parts.yaml#/Copy}
        shelf: {type: string, nullable: false, example: {nullable: true}}
    Copy: {type: string, nullable: true}
`
  const warnings = (version: string): unknown[] => {
    const main = write('openapi.yaml', library(version))
    write('parts.yaml', 'Copy: {type: string, nullable: true}\n')
    return readSnapshot(open(main)).gaps.map(({message, place, isRead}) => [
      place.source.split('/').at(-1),
      place.pointer,
      message,
      isRead
    ])
  }
  const says = (count: string): string =>
    `\`nullable\` has no meaning since OpenAPI 3.1${count}. Use \`type: [..., 'null']\`.`

  test.each(['3.1.0', '3.2.0'])('is reported once for each file in OpenAPI %s', version => {
    expect(warnings(version)).toEqual([
      ['openapi.yaml', '/components/schemas/Loan/properties/due/nullable', says(' (in 2 places)'), true],
      ['parts.yaml', '/Copy/nullable', says(''), true]
    ])
  })

  test('is not reported in the version that has it', () => {
    expect(warnings('3.0.3')).toEqual([])
  })
})
