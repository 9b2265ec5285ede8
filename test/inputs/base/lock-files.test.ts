import {expect, it} from 'vitest'
import {
  findAlteredLocks,
  findReplacements,
  isLockFile,
  type TreeFiles
} from '../../../packages/generated/src/checkout/lock-files.ts'
import {sample} from '../../tier.ts'

const tree = (files: Readonly<Record<string, string>>): TreeFiles =>
  new Map(Object.entries(files).map(([path, id]) => [path, {mode: '100644', id}]))
const LOCK = 'package-lock.json'

it.each(
  sample([
    ['as it was', {[LOCK]: 'a'}, {[LOCK]: 'a'}, {[LOCK]: 'a'}, []],
    ['altered', {[LOCK]: 'b'}, {[LOCK]: 'a'}, {[LOCK]: 'a'}, [LOCK]],
    ['older than that of the target', {[LOCK]: 'a'}, {[LOCK]: 'a'}, {[LOCK]: 'b'}, []],
    ['the one of the target, which is newer', {[LOCK]: 'b'}, {[LOCK]: 'a'}, {[LOCK]: 'b'}, []],
    ['altered on both sides', {[LOCK]: 'c'}, {[LOCK]: 'a'}, {[LOCK]: 'b'}, [LOCK]],
    ['new', {[LOCK]: 'a'}, {}, {}, [LOCK]],
    ['removed', {}, {[LOCK]: 'a'}, {[LOCK]: 'a'}, [LOCK]],
    ['removed by the target', {[LOCK]: 'a'}, {[LOCK]: 'a'}, {}, []],
    ['no lock file', {'openapi.yaml': 'b'}, {'openapi.yaml': 'a'}, {'openapi.yaml': 'a'}, []]
  ])
)('a file of a change that is %s', (_, change, began, target, altered) => {
  expect(findAlteredLocks(tree(change), tree(began), tree(target))).toEqual(altered)
})

it.each(
  sample([
    ['yarn.lock', true],
    ['api/poetry.lock', true],
    ['requirements-dev.txt', true],
    ['notes.txt', false],
    ['api/node_modules/x/package-lock.json', false],
    ['my-package-lock.json', false]
  ])
)('%s is a lock file: %s', (path, is) => {
  expect(isLockFile(path)).toBe(is)
})

it('dependencies are replaced with their manifest, and what is kept is not', () => {
  const own = tree({[LOCK]: 'a', 'package.json': 'a', 'api/yarn.lock': 'a', 'openapi.yaml': 'a'})
  const other = tree({[LOCK]: 'b', 'package.json': 'b', 'api/yarn.lock': 'b', 'openapi.yaml': 'b'})
  const replaced = (keeps: readonly string[]): string[] =>
    findReplacements(own, other, keeps).map(({path, isManifest}) => (isManifest ? `${path} in part` : path))
  expect(replaced([])).toEqual(['api/yarn.lock', LOCK, 'package.json in part'])
  expect(replaced([LOCK])).toEqual(['api/yarn.lock'])
  expect(replaced([LOCK, 'api/yarn.lock'])).toEqual([])
})
