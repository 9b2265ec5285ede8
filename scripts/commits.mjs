// Holds the messages of commits to Conventional Commits, from the commit on that brought this check:
// `type(scope): subject`, at most 72 characters. Without git, or in a clone that begins later, there is nothing to hold.
import {execFileSync} from 'node:child_process'
import process from 'node:process'

const FORM = /^(?:build|chore|ci|docs|feat|fix|perf|refactor|revert|test)(?:\([a-z-]+\))?!?: \S.*$/
const LONGEST = 72

function git(...args) {
  try {
    return execFileSync('git', args, {encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']}).trim()
  } catch {
    return ''
  }
}

const start = git('log', '--diff-filter=A', '--format=%H', '--', 'scripts/commits.mjs').split('\n').at(-1)
const subjects = start ? git('log', '--no-merges', '--format=%h %s', `${start}..HEAD`).split('\n').filter(Boolean) : []
const wrong = subjects.filter(line => {
  const subject = line.slice(line.indexOf(' ') + 1)
  return !FORM.test(subject) || subject.length > LONGEST
})
for (const line of wrong)
  console.error(`The subject of ${line} isn't \`type(scope): subject\` in at most ${LONGEST} characters.`)
if (wrong.length > 0) process.exitCode = 1
else console.log(`${subjects.length} commit messages are Conventional Commits.`)
