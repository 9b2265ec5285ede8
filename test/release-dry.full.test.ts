import {spawnSync} from 'node:child_process'
import process from 'node:process'
import {expect, it} from 'vitest'
import {packageFolder} from '../src/read/files/installed-packages.ts'

it('a release can be made without a network, up to the site, the image, and other compilers', {
  timeout: 600_000
}, () => {
  const args = [packageFolder('scripts/release/dry.mjs'), '--offline']
  const {status, stdout, stderr} = spawnSync(process.execPath, args, {encoding: 'utf8'})
  expect({status, stderr}).toEqual({status: 0, stderr: ''})
  expect(stdout).toMatch(/^✔ action .*exit code 1/m)
  expect(stdout).toMatch(/ can be released: 11 steps passed, 5 skipped, [\d.]+ s\.\n$/)
})
