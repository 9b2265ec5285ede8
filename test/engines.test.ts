import {readFileSync} from 'node:fs'
import semver from 'semver'
import {expect, it} from 'vitest'
import packageJson from '../package.json' with {type: 'json'}
import {packageFolder} from '../src/stores/files/installed-packages.ts'

interface LockedPackage {
  readonly version?: string
  readonly engines?: {readonly node?: string}
}

const {packages} = JSON.parse(readFileSync(packageFolder('package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

/** Packages that don't run on every version of Node in a range. */
const unsupported = (range: string): string[] =>
  Object.entries(packages).flatMap(([path, {version, engines}]) =>
    path === '' || engines?.node === undefined || semver.subset(range, engines.node)
      ? []
      : [`${path} ${version} needs Node ${engines.node}`]
  )

it('every package that is installed runs on every version of Node that ours promises', () => {
  expect(unsupported(packageJson.engines.node)).toEqual([])
})

it('finds a package that does not', () => {
  expect(unsupported('>=18')).toContainEqual(expect.stringMatching(/^node_modules\/yargs \S+ needs Node \^20\.19\.0 /))
})

it('the range is the same in the lock file', () => {
  expect(packages['']?.engines?.node).toBe(packageJson.engines.node)
})
