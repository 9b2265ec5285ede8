import {mkdirSync, symlinkSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, test} from 'vitest'
import {
  api,
  dated,
  folder,
  open,
  rejectionOf,
  release,
  repository,
  textOf,
  unreadableReleases,
  write
} from '../source-folders.ts'

const list = (releases: unknown, more: object = {}): string =>
  JSON.stringify({name: 'library', note: 1, releases, ...more})

describe('a `releases.json`', () => {
  test('gives the releases with their dates in the time zone, in order', () => {
    const path = folder({
      'releases.json': list([
        {version: '2.10', date: '2024-05', file: 'b.yaml', tag: 'x'},
        {version: 'v2.9-rc.2', date: '2022-01-19T23:44:49-08:00', file: 'a.yaml'},
        {version: '2.9-rc.10', file: 'sub/c.json'}
      ]),
      'a.yaml': api('a'),
      'b.yaml': api('b'),
      'sub/c.json': '{}'
    })
    const source = open(path)
    expect(source).toMatchObject({kind: 'folder', path, service: 'library', unread: []})
    expect(dated(source)).toEqual(['v2.9-rc.2 2022-01-20', '2.9-rc.10 ?', '2.10 2024-05'])
    expect(dated(open(path, {timezone: 'America/Los_Angeles'}))[0]).toBe('v2.9-rc.2 2022-01-19')
    expect(dated(open(join(path, 'releases.json')))).toEqual(dated(source))
    expect(textOf(release(source, '2.10'))).toBe(api('b'))
    expect(release(source, '2.10').place).toEqual({source: join(path, 'releases.json'), pointer: '/releases/0'})
    expect(source.remarks).toEqual(['3 releases, as `releases.json` lists them'])
  })

  test('keeps its order if names have no version and dates are missing', () => {
    const files = {'a.yaml': api('a')}
    const seasons = ['spring', 'autumn', 'winter'].map(version => ({version, file: 'a.yaml'}))
    expect(dated(open(folder({...files, 'releases.json': list(seasons)})))).toEqual([
      'spring ?',
      'autumn ?',
      'winter ?'
    ])
    const days = seasons.map((each, index) => ({...each, date: `2024-0${3 - index}-01`}))
    expect(dated(open(folder({...files, 'releases.json': list(days)})))[0]).toBe('winter 2024-01-01')
  })

  test("may list files that are missing or outside of the folder, which can't be read", () => {
    const outside = folder({'x.yaml': api('x')})
    const path = folder({
      'releases.json': list(
        ['a.yaml', 'gone.yaml', '../x.yaml', join(outside, 'x.yaml'), 'link.yaml', 'sub'].map((file, index) => ({
          version: `1.${index}`,
          file
        }))
      ),
      'a.yaml': api('a'),
      'sub/a.yaml': ''
    })
    symlinkSync(join(outside, 'x.yaml'), join(path, 'link.yaml'))
    const source = open(path)
    expect(dated(source)).toEqual(['1.0 ?', '1.1 ?', '1.2 ?', '1.3 ?', '1.4 ?', '1.5 ?'])
    expect(unreadableReleases(source).map(({name}) => name)).toEqual(['1.1', '1.2', '1.3', '1.4', '1.5'])
    expect(unreadableReleases(source)[1]?.why).toBe('`../x.yaml` is outside of the folder.')
    expect(source.releases[1]?.place.pointer).toBe('/releases/1')
  })

  test('is rejected with all mistakes and their places', () => {
    const path = folder({
      'releases.json':
        '{"releases": [\n{"version": 2.10, "file": "a"},\n{"version": "1", "date": "2024-02-30"},\n{"version": "v1", "file": "a"}]}'
    })
    const {problems} = rejectionOf(() => open(path))
    expect(problems.map(({message, place}) => `${place?.line}: ${message}`)).toEqual([
      "2: `version` isn't a string. Put it in quotes.",
      "3: `2024-02-30` isn't a date. Write a day, a month, or a year that exists.",
      '3: This release has no `file`. It needs a `version` and a `file`.',
      '4: Release `v1` is listed twice. Keep one of them.'
    ])
    for (const text of ['[]', '{"releases": 1}', '{"releases": []}', '{"releases": [1, null]}', '{', '']) {
      write(path, {'releases.json': text})
      expect(rejectionOf(() => open(path)).message).toMatch(
        /^This release has no |^`releases|^Invalid JSON: |^The file is empty\. /
      )
    }
    write(path, {'releases.json': list([{version: '1', file: 'gone'}])})
    expect(rejectionOf(() => open(path)).message).toContain('None of the files that `')
  })
})

describe('API descriptions in a folder', () => {
  test('are recognized by their top-level keys', () => {
    const deep = `${'x'.repeat(10)}:\n  openapi: 3.0.0\n`
    const path = folder({
      'a.yaml': `\ufeff# a library\n---\n"openapi" : 3.1.0\n`,
      'b.json': '{"definitions": {"x": {"openapi": ["}"]}}, "swagger": "2.0"}',
      'c.yml': `${deep}swagger: '2.0'\n`,
      'd.yaml': '{openapi: 3.1.0, info: {}}',
      'e.yaml': '  openapi: 3.1.0\n  info: {}\n',
      'f.yaml': deep,
      'g.json': '{"x": {"openapi": "3.1.0"}, "y": "openapi"}',
      'h.yaml': 'a: |\n  openapi: 3.1.0\nb: 1\n',
      'i.yaml': 'a: "b\n\nopenapi: 3.1.0\n"\n',
      'j.yaml': '- openapi: 3.1.0\n',
      'k.yaml': 'openapiVersion: 1\n',
      'l.json': '[{"openapi": "3.1.0"}]',
      'm.yaml': '',
      'notes.md': 'openapi: 3',
      '.hidden.yaml': api('h'),
      'sub/n.yaml': api('n')
    })
    const source = open(path)
    expect(source.releases.map(({name}) => name)).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(source.remarks).toEqual([
      '5 releases, the API descriptions in the folder',
      'Ignored, for they are no API descriptions: `f.yaml`, `g.json`, `h.yaml`, `i.yaml`, `j.yaml`, and 3 more'
    ])
  })

  test('are dated by their names, and a JSON file next to a YAML file of the same name is ignored', () => {
    const path = folder({
      'loans-2024-03.yaml': api('a'),
      '2023-12-31.yaml': api('b'),
      'api_20240101.json': '{"openapi": "3.1.0"}'
    })
    expect(dated(open(path))).toEqual(['2023-12-31 2023-12-31', 'api_20240101 2024-01-01', 'loans-2024-03 2024-03'])
    const twins = folder({'v1.yaml': api('a'), 'v1.json': '{"openapi": "3.1.0"}', 'v2.yaml': api('c')})
    expect(open(twins).releases.map(({name}) => name)).toEqual(['v1', 'v2'])
    expect(open(twins).remarks).toContain('Ignored, because a YAML file has the same name: `v1.json`')
    const same = folder({'1.0.yaml': api('a'), 'v1.0.yml': api('b')})
    expect(open(same).releases.map(({name}) => name)).toEqual(['1.0', 'v1.0'])
  })

  test('leave out one that is named after a branch', () => {
    const path = folder({
      'api-1.9.yaml': api('a'),
      'api-1.10.yaml': api('b'),
      'api-main.yaml': api('c'),
      'x.yaml': 'a: 1'
    })
    expect(open(path).releases.map(({name}) => name)).toEqual(['api-1.9', 'api-1.10'])
    expect(open(path).remarks).toEqual([
      '2 releases, the API descriptions in the folder',
      "Ignored, because it's no release: `api-main`",
      'Ignored, for they are no API descriptions: `x.yaml`'
    ])
  })

  test('can be dated by a separate file', () => {
    const path = folder({'2.9.yaml': api('a'), '2.10.yaml': api('b')})
    const dates = join(
      folder({'dates.yaml': '# days\n2.10: 2024-01-01T01:00:00+02:00\nv2.9: 2023\n3.0: 2025-01-01\n'}),
      'dates.yaml'
    )
    const source = open(path, {dates})
    expect(dated(source)).toEqual(['2.9 2023', '2.10 2023-12-31'])
    expect(source.releases[1]?.place).toMatchObject({source: dates, pointer: '/2.10', line: 2})
    expect(source.remarks).toContain('Dates of what is no release here: `3.0`')
    const json = join(folder({'d.json': '{"2.9": "2023-01-01"}'}), 'd.json')
    expect(dated(open(path, {dates: json}))).toEqual(['2.9 2023-01-01', '2.10 ?'])
    for (const [text, message] of [
      ['2.9: soon\n', "`soon` isn't a date for `2.9`. Write a day, a month, or a year that exists."],
      ['2.9: [1]\n', "A value that isn't a string isn't a date for `2.9`."],
      ['v2.9: 2023\n2.9: 2023\n', '`2.9` has two dates. Keep one of them.'],
      ['2.9: 2023\n2.9: 2024\n', 'Invalid YAML: duplicated mapping key. Write a map from release names to dates.'],
      ['- 2023\n', 'The file of dates must be a map from release names to dates.']
    ] as const) {
      write(path, {'dates.txt': text})
      expect(rejectionOf(() => open(path, {dates: join(path, 'dates.txt')})).message).toContain(message)
    }
  })
})

describe('a folder for each release', () => {
  test('is read in the order of versions, without folders named after branches', () => {
    const path = folder({
      'v1.10.x/openapi.json': '{"paths": {}, "openapi": "3.1.0"}',
      'v1.9.0/openapi.json': '{"openapi": "3.1.0"}',
      'v1.9.0/index.html': '',
      'master/openapi.json': '{"openapi": "3.1.0"}',
      'v2.0.0-rc.1/openapi.yaml': api('c'),
      'v2.0.0-rc.1/paths/loans.yaml': 'get: {}\n',
      'images/logo.yaml': 'a: 1\n'
    })
    const source = open(path)
    expect(source.releases.map(({name}) => name)).toEqual(['v1.9.0', 'v1.10.x', 'v2.0.0-rc.1'])
    expect(source.remarks).toEqual(['3 releases, one in each folder', "Ignored, because it's no release: `master`"])
    expect(release(source, 'v1.10.x').place).toEqual({source: join(path, 'v1.10.x/openapi.json')})
    expect(textOf(release(source, 'v2.0.0-rc.1'))).toBe(api('c'))
  })

  test('may contain other files and nested ones, in YAML and JSON', () => {
    const path = folder({
      '2024-01/spec/loans.yaml': api('a'),
      '2024-01/spec/loans.json': '{"openapi": "3.1.0"}',
      '2024-07/spec/loans.yml': api('b'),
      '2025-01-31/lending.yaml': api('c')
    })
    expect(dated(open(path))).toEqual(['2024-01 2024-01', '2024-07 2024-07', '2025-01-31 2025-01-31'])
  })

  test('named 0 is unreleased if other folders have a minor version', () => {
    const path = folder({'0/api.yaml': api('a'), '2.9/api.yaml': api('b'), '2.10/api.yaml': api('c')})
    expect(open(path).releases.map(({name}) => name)).toEqual(['2.9', '2.10'])
    const majors = folder({'0/api.yaml': api('a'), '1/api.yaml': api('b'), '2/api.yaml': api('c')})
    expect(open(majors).releases.map(({name}) => name)).toEqual(['0', '1', '2'])
  })

  test('with several API descriptions is read by a pattern', () => {
    const path = folder({
      '1.0/loans.yaml': api('a'),
      '1.0/fees.yaml': api('b'),
      '1.1/loans.yaml': api('c'),
      '1.1/fees.yaml': api('d')
    })
    expect(rejectionOf(() => open(path)).message).toMatch(
      /^The releases in `.*` are of several API descriptions\. Name one, with `\*` for the release: `.*\/\*\/fees\.yaml` and `.*\/\*\/loans\.yaml`\./
    )
    const source = open(join(path, '*', 'loans.yaml'))
    expect(source.releases.map(({name}) => name)).toEqual(['1.0', '1.1'])
    expect(textOf(release(source, '1.1'))).toBe(api('c'))
    write(path, {'1.2/loans.yaml': api('e')})
    expect(open(path).releases.map(({name}) => name)).toEqual(['1.0', '1.1', '1.2'])
    expect(textOf(release(open(path), '1.1'))).toBe(api('c'))
  })

  test('of several APIs, by their names and contents, is read by a pattern', () => {
    const fees = api('fees').replace('/loans:', '/fees:')
    const path = folder({
      ...{'loans-1.0.yaml': api('loans'), 'loans-1.1.yaml': api('loans'), 'fees-1.1.yaml': fees},
      ...{'in/loans-1.0/api.yaml': api('loans'), 'in/fees-1.1/api.yaml': fees},
      ...{'moved/api-1.0.yaml': api('loans'), 'moved/library-1.1.yaml': api('loans')}
    })
    const {message} = rejectionOf(() => open(path))
    expect(message).toMatch(
      /^The releases in `.*` are of several API descriptions\. .*: `.*\/fees-\*\.yaml` and `.*\/loans-\*\.yaml`\./
    )
    expect(rejectionOf(() => open(join(path, 'in'))).message).toContain('/in/fees-*/api.yaml` and `')
    expect(open(join(path, 'loans-*.yaml')).releases.map(({name}) => name)).toEqual(['1.0', '1.1'])
    expect(open(join(path, 'moved')).releases.map(({name}) => name)).toEqual(['api-1.0', 'library-1.1'])
  })

  test('can be matched by a pattern that contains the release twice', () => {
    const path = folder({
      'desk-3.9/desk-3.9.yaml': api('a'),
      'desk-3.10/desk-3.10.yaml': api('b'),
      'desk-3.10/other.yaml': api('c')
    })
    const source = open(join(path, 'desk-*', 'desk-*.yaml'))
    expect(source.releases.map(({name}) => name)).toEqual(['3.9', '3.10'])
    expect(rejectionOf(() => open(join(path, 'shelf-*.yaml'))).message).toContain('No API description found in `')
  })
})

describe('symbolic links', () => {
  test('are followed within the repository, and an alias is not a release', () => {
    const path = repository()
    write(path, {'real/1.0.yaml': api('a'), 'real/1.1.yaml': api('b'), 'docs/1.2/api.yaml': api('c')})
    mkdirSync(join(path, 'links'))
    symlinkSync('../real/1.0.yaml', join(path, 'links', '1.0.yaml'))
    symlinkSync('../real/1.1.yaml', join(path, 'links', '1.1.yaml'))
    symlinkSync('1.1.yaml', join(path, 'links', 'latest.yaml'))
    const source = open(join(path, 'links'))
    expect(source.releases.map(({name}) => name)).toEqual(['1.0', '1.1'])
    expect(textOf(release(source, '1.0'))).toBe(api('a'))
    symlinkSync('../links', join(path, 'docs', '1.1'))
    symlinkSync('1.2', join(path, 'docs', 'latest'))
    expect(open(join(path, 'docs', '*', 'api.yaml')).releases.map(({name}) => name)).toEqual(['1.2'])
  })

  test('that lead outside are rejected', () => {
    const outside = folder({'1.0.yaml': api('a'), '1.1.yaml': api('b')})
    const path = folder({'1.2.yaml': api('c')})
    symlinkSync(join(outside, '1.1.yaml'), join(path, '1.1.yaml'))
    expect(unreadableReleases(open(path))).toEqual([
      {
        name: '1.1',
        why: '`1.1.yaml` is a link to a file outside of the repository or folder. Replace it with the file.'
      }
    ])
    const all = folder()
    symlinkSync(join(outside, '1.0.yaml'), join(all, '1.0.yaml'))
    symlinkSync(join(outside, '1.1.yaml'), join(all, '1.1.yaml'))
    expect(rejectionOf(() => open(all)).message).toMatch(/^`1\.0\.yaml` is a link to a file outside/)
  })
})

describe('a path without a history', () => {
  test('is rejected with the files that were found', () => {
    expect(rejectionOf(() => open(folder())).message).toContain('(it has no file in JSON or YAML)')
    expect(rejectionOf(() => open(folder({'a.json': '{}'}))).message).toContain('(it has only `a.json`)')
    expect(rejectionOf(() => open(join(folder(), 'gone'))).message).toContain('There is no folder or repository ')
    const file = join(folder({'a.yaml': api('a')}), 'a.yaml')
    expect(rejectionOf(() => open(file)).message).toMatch(
      /is one description, not a history.*`tenure diff`.*--spec .*--releases/
    )
  })

  test('in a repository with two API descriptions is rejected until an option chooses', () => {
    const path = repository()
    write(path, {'a.yaml': api('a'), 'b.yaml': api('b')})
    expect(rejectionOf(() => open(path)).message).toMatch(/`a.yaml` and `b.yaml`.*`--spec PATH`.*`releases.json`/)
    write(path, {'dates.yaml': 'a: 2024-01-01'})
    expect(open(path, {dates: join(path, 'dates.yaml')}).kind).toBe('folder')
    write(path, {'releases.json': list([{version: '1', file: 'a.yaml'}])})
    expect(open(path).kind).toBe('folder')
  })
})
