// Runs what checks the code without running it, all at once: two cores wait for the slowest instead of for each in turn.
// Usage: npm run checks; with --quick without what a change of the code rarely breaks. What each says is printed whole, in the order of the list.
import {spawn} from 'node:child_process'
import process from 'node:process'

const CHECKS = process.argv.includes('--quick')
  ? ['typecheck', 'lint']
  : ['typecheck', 'lint', 'deadcode', 'package-shape']
const npm = process.env.npm_execpath
if (npm === undefined) throw new Error('Unexpected start without npm, expected `npm run checks`')

const run = name =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [npm, 'run', name], {stdio: ['ignore', 'pipe', 'pipe']})
    const said = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => said.push(chunk))
    child.on('error', reject)
    child.on('close', code => resolve({name, code, said: Buffer.concat(said)}))
  })

for (const check of CHECKS.map(run)) {
  const {name, code, said} = await check
  process.stdout.write(said)
  if (code === 0) continue
  console.error(`Unexpected end of \`npm run ${name}\` with ${code}, expected 0`)
  process.exitCode = 1
}
