// Runs the static checks in parallel, and prints the output of each as a whole, in the order of the list.
// Usage: npm run checks; with --quick, only those that a change of the code often breaks.
import {spawn} from 'node:child_process'
import process from 'node:process'

const CHECKS = process.argv.includes('--quick')
  ? ['typecheck', 'lint']
  : ['typecheck', 'lint', 'deadcode', 'package-shape']
const npm = process.env.npm_execpath
if (npm === undefined) throw new Error('Start the checks with `npm run checks`.')

const run = name =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [npm, 'run', name], {stdio: ['ignore', 'pipe', 'pipe']})
    const printed = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => printed.push(chunk))
    child.on('error', reject)
    child.on('close', code => resolve({name, code, printed: Buffer.concat(printed)}))
  })

for (const check of CHECKS.map(run)) {
  const {name, code, printed} = await check
  process.stdout.write(printed)
  if (code === 0) continue
  console.error(`\`npm run ${name}\` failed with exit code ${code}.`)
  process.exitCode = 1
}
