import {spawnSync} from 'node:child_process'
import {cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import process from 'node:process'
import {afterEach, describe, expect, it} from 'vitest'
import packageJson from '../package.json' with {type: 'json'}
import {packageFolder} from '../src/stores/files/installed-packages.ts'
import {tenure} from './cli/run.ts'

const SCRIPT = packageFolder('scripts/release/changelog.mjs')
const CHANGELOG =
  '# Changelog\n\n## [Unreleased]\n\n### Fixed\n\n- An older one\n\n## [1.2.0] - 2026-10-01\n\n### Added\n\n- The first\n'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, {recursive: true, force: true})
})

/** A package with a changelog and changesets, by their file names. */
function makePackage(changesets: Readonly<Record<string, string>>, changelog = CHANGELOG, version = '1.2.0'): string {
  const cwd = mkdtempSync(join(tmpdir(), 'release-'))
  folders.push(cwd)
  mkdirSync(join(cwd, '.changeset'))
  const packageJson = `${JSON.stringify({name: 'loans', version}, undefined, 2)}\n`
  const files = {'package.json': packageJson, 'CHANGELOG.md': changelog, '.changeset/README.md': '# How to\n'}
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
  for (const [name, text] of Object.entries(changesets)) writeFileSync(join(cwd, '.changeset', name), text)
  return cwd
}

function run(cwd: string, ...args: readonly string[]) {
  const {status, stdout, stderr} = spawnSync(process.execPath, [SCRIPT, ...args], {cwd, encoding: 'utf8'})
  return {code: status, out: stdout, err: stderr}
}

const read = (cwd: string, name: string): string => readFileSync(join(cwd, name), 'utf8')
const versionOf = (cwd: string): string => (JSON.parse(read(cwd, 'package.json')) as {version: string}).version

const MINOR = '---\n"loans": minor\n---\n\nAdded: A shelf\n  with two lines\nFixed: The door\n'
const PATCH = "---\r\n'loans': patch\r\n---\r\n\r\nFixed: The roof\r\n"

describe('the changesets of a release', () => {
  it('become a section of the changelog, with the version that the largest one requires', () => {
    const cwd = makePackage({'a.md': MINOR, 'b.md': PATCH})
    expect(run(cwd, '2026-11-26')).toEqual({
      code: 0,
      out: 'CHANGELOG.md has a section of 1.3.0, made of 2 changesets.\n',
      err: ''
    })
    expect(read(cwd, 'CHANGELOG.md')).toBe(
      '# Changelog\n\n## [Unreleased]\n\n## [1.3.0] - 2026-11-26\n\n' +
        '### Added\n\n- A shelf\n  with two lines\n\n### Fixed\n\n- An older one\n- The door\n- The roof\n\n' +
        '## [1.2.0] - 2026-10-01\n\n### Added\n\n- The first\n'
    )
    expect(versionOf(cwd)).toBe('1.3.0')
    expect(readdirSync(join(cwd, '.changeset'))).toEqual(['README.md'])
    expect(run(cwd, '--notes').out).toBe(
      '### Added\n\n- A shelf\n  with two lines\n\n### Fixed\n\n- An older one\n- The door\n- The roof\n'
    )
  })

  it('pin the next version in the recipes', () => {
    const cwd = makePackage({'a.md': MINOR})
    const recipe = (version: string): string =>
      `npm i git+https://HOST/tenure.git#v${version} # tenure-${version}.tgz\ngit clone --branch v${version} HOST\n` +
      `pip install "git+https://HOST/tenure.git@v${version}#x"\ndocker run tenure:${version}\nuses: a/b@0a1b # v6.0.2\n`
    writeFileSync(join(cwd, 'README.md'), recipe('1.2.0'))
    expect(run(cwd).code).toBe(0)
    expect(read(cwd, 'README.md')).toBe(recipe('1.3.0'))
  })

  it('release the version in package.json if the changelog lacks it', () => {
    const cwd = makePackage({'a.md': MINOR}, CHANGELOG, '2.0.0')
    expect(run(cwd, '2026-11-26').code).toBe(0)
    expect(versionOf(cwd)).toBe('2.0.0')
    expect(read(cwd, 'CHANGELOG.md')).toContain('## [2.0.0] - 2026-11-26\n')
  })

  it('change nothing if there are none', () => {
    const cwd = makePackage({})
    expect(run(cwd)).toEqual({code: 0, out: '`.changeset` has no changesets, so the version stays 1.2.0.\n', err: ''})
    expect(read(cwd, 'CHANGELOG.md')).toBe(CHANGELOG)
  })

  it.each([
    ['no front matter', 'Added: A shelf\n', "`.changeset/a.md` doesn't begin with front matter."],
    [
      'another package',
      '---\n"books": minor\n---\nAdded: A shelf\n',
      'The front matter of `.changeset/a.md` isn\'t `"loans": PART`.'
    ],
    ['another part', '---\n"loans": huge\n---\nAdded: A shelf\n', 'PART is `patch`, `minor`, or `major`.'],
    ['no heading', '---\n"loans": minor\n---\nA shelf\n', '`.changeset/a.md` has a line without a heading: `A shelf`.'],
    ['no entry', '---\n"loans": minor\n---\n', '`.changeset/a.md` has a line without a heading: ``.'],
    ['another heading', '---\n"loans": minor\n---\nNew: A shelf\n', "`New` in `.changeset/a.md` isn't a heading."]
  ])('with %s are rejected, and nothing is written', (_, changeset, message) => {
    const cwd = makePackage({'a.md': changeset, 'b.md': PATCH})
    const {code, err} = run(cwd)
    expect({code, err}).toEqual({code: 2, err: expect.stringContaining(message)})
    expect(read(cwd, 'CHANGELOG.md')).toBe(CHANGELOG)
  })

  it('of this repository produce notes, and a changelog that `tenure record --import` can read', async () => {
    const cwd = makePackage({})
    for (const name of ['package.json', 'CHANGELOG.md', '.changeset']) {
      cpSync(packageFolder(name), join(cwd, name), {recursive: true})
    }
    expect(run(cwd, '2026-11-26').err).toBe('')
    const notes = run(cwd, '--notes').out
    expect(notes).toMatch(/^### Added\n/)
    // The changesets become the text of a release on GitHub, where relative links don't work.
    expect(notes).not.toMatch(/\]\((?!https:)/)
    expect(readFileSync(join(cwd, 'CHANGELOG.md'), 'utf8')).toContain(`## [${versionOf(cwd)}] - 2026-11-26`)
    const {code, err} = await tenure(['record', '--import', 'CHANGELOG.md'], {cwd})
    expect(code).toBe(2)
    expect(err).toContain('No API change was found')
  })
})

describe('the name of the package', () => {
  const files = ['README.md', 'CONTRIBUTING.md', 'action.yml', 'CHANGELOG.md', 'SECURITY.md']
  const inFolders = ['docs', 'src', 'templates', 'comment', 'schemas'].flatMap(folder =>
    existsSync(packageFolder(folder))
      ? readdirSync(packageFolder(folder), {recursive: true, withFileTypes: true, encoding: 'utf8'})
          .filter(entry => entry.isFile() && /\.(?:md|ts|ya?ml|json)$/.test(entry.name))
          .map(entry => join(entry.parentPath, entry.name))
      : []
  )
  const texts = [...files.map(file => packageFolder(file)), ...inFolders].map(path => readFileSync(path, 'utf8'))

  /** The package names in everything that users read or run. */
  const found = (pattern: RegExp): Set<string | undefined> =>
    new Set(texts.flatMap(text => [...text.matchAll(pattern)].map(([, name]) => name)))

  it('is that in package.json wherever it is imported or its files are found', () => {
    expect([...found(/(?:from|import) '((?:@[\w-]+\/)?tenure)(?:\/\w+)?'/g)]).toEqual([packageJson.name])
    expect([...found(/node_modules\/((?:@[\w-]+\/)?tenure)\//g)]).toEqual([packageJson.name])
  })

  it('is not looked up in a registry, since it is not published', () => {
    const commands = [...found(/\bnpx ((?:--?[\w-]+ )*[\w@/-]+)/g)].filter(command => /tenure/.test(command ?? ''))
    const [name] = Object.keys(packageJson.bin)
    // Recipes for CI and pages for people.
    expect(commands.sort()).toEqual([`--no -- ${name}`, `--no ${name}`])
    expect([...found(/\bnpm (?:install|i|add|exec) (?:-\S+ )*((?:@[\w-]+\/)?tenure\b)/g)]).toEqual([])
  })
})

describe('every recipe pins what it runs', () => {
  const recipes = ['README.md', ...['docs', 'templates', 'integrations'].flatMap(pagesBelow)]
  const matches = (pattern: RegExp): string[][] =>
    recipes.flatMap(path => [...readFileSync(packageFolder(path), 'utf8').matchAll(pattern)].map(found => [...found]))
  const workflows = pagesBelow('.github/workflows').map(path => readFileSync(packageFolder(path), 'utf8'))

  it('to the commit of an action, the same as in our workflows', () => {
    const pins = matches(/\buses: ([\w./-]+)@(.*)/g)
    expect(pins.length).toBeGreaterThan(10)
    for (const [line, action = '', pin = ''] of pins) {
      expect(pin, line).toMatch(/^(?:COMMIT|[0-9a-f]{40} # v\d+\.\d+\.\d+)$/)
      const ours = workflows.flatMap(text => [...text.matchAll(new RegExp(`uses: ${action}@(.*)`, 'g'))])
      for (const [, used] of ours) expect(pin, line).toBe(used)
    }
  })

  it('to a whole version of an image', () => {
    const images = matches(/(?:\bimage: |\bdefault: (?=[\w/]+:\d)|- docker(?:#|: +image: ))([^\s'"]+)/g)
    expect(images.length).toBeGreaterThan(2)
    for (const [line, image] of images) expect(image, line).toMatch(/:\d+\.\d+\.\d+$|^\$\[\[/)
  })

  it('to a commit of ours, or to the current version', () => {
    const cloned = [...matches(/--branch (\S+) \S+\/tenure\.git/g), ...matches(/\/tenure\.git[#@]([\w.]+)/g)]
    expect(cloned.length).toBe(matches(/\/tenure\.git\b/g).length)
    const pins = [
      ...cloned,
      ...matches(/OWNER\/tenure\/\w+@(\S+)/g),
      ...matches(/repo: \S+\/tenure\n +rev: (\S+)/g),
      ...matches(/docker (?:build|run) .*\btenure:?(\S*)/g)
    ]
    expect(pins.length).toBeGreaterThan(cloned.length + 3)
    const {version} = packageJson
    for (const [line, pin] of pins) expect(['COMMIT', `v${version}`, version], line).toContain(pin)
  })
})

/** The files below a folder, by their paths. */
function pagesBelow(folder: string): string[] {
  return readdirSync(packageFolder(folder), {recursive: true, encoding: 'utf8'})
    .filter(name => /\.(?:md|ya?ml)$/.test(name) && !name.includes('node_modules'))
    .map(name => join(folder, name))
}
