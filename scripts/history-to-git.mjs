// npm run -s history-to-git -- FOLDER REPOSITORY [SPEC]: a git repository with one commit and one tag for each release
// of a folder that a `releases.json` lists. All that it writes follows from the folder: the same commits each time.
import {execFileSync} from 'node:child_process'
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {dirname, extname, join} from 'node:path'
import process from 'node:process'

const [folder, repository, spec] = process.argv.slice(2)
if (folder === undefined || repository === undefined) {
  process.stderr.write('Name a folder with a `releases.json`, and a folder to write.\n')
  process.exit(2)
}
const {releases} = JSON.parse(readFileSync(join(folder, 'releases.json'), 'utf8'))
const path = spec ?? `openapi${extname(releases[0].file)}`
const git = (args, date) =>
  execFileSync('git', ['-C', repository, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'A library',
      GIT_AUTHOR_EMAIL: 'api@library.example',
      GIT_COMMITTER_NAME: 'A library',
      GIT_COMMITTER_EMAIL: 'api@library.example',
      ...(date === undefined ? {} : {GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date})
    }
  })

mkdirSync(join(repository, dirname(path)), {recursive: true})
git(['init', '--quiet', '--initial-branch=main'])
for (const {version, date, file} of releases) {
  const day =
    date === undefined || date === null ? '2000-01-01T12:00:00Z' : date.length === 10 ? `${date}T12:00:00Z` : date
  writeFileSync(join(repository, path), readFileSync(join(folder, file)))
  git(['add', path])
  git(['commit', '--quiet', '--allow-empty', '-m', `Release ${version}`], day)
  git(['tag', '-a', version, '-m', `Release ${version}`], day)
}
