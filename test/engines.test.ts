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

/** The installed packages that don't run on every Node.js version in a range. */
const unsupported = (range: string): string[] =>
  Object.entries(packages).flatMap(([path, {version, engines}]) =>
    path === '' || engines?.node === undefined || semver.subset(range, engines.node)
      ? []
      : [`${path} ${version} needs Node ${engines.node}`]
  )

it('every installed package runs on every Node.js version that package.json allows', () => {
  expect(unsupported(packageJson.engines.node)).toEqual([])
})

it('a package that does not run on them is found', () => {
  expect(unsupported('>=18')).toContainEqual(expect.stringMatching(/^node_modules\/yargs \S+ needs Node \^20\.19\.0 /))
})

it('the range is the same in the lock file', () => {
  expect(packages['']?.engines?.node).toBe(packageJson.engines.node)
})
