import {readYaml} from '../../documents/yaml/yaml-file.ts'
import type {Approvals} from '../../model/approval.ts'
import {defined} from '../../model/defined.ts'
import {InputError, inputError} from '../../model/input-error.ts'
import {validateYaml} from '../history/fields.ts'
import {approvalsSchema, type WrittenApprovals} from './approvals-format.ts'

const EXAMPLE =
  '{"format": 1, "head": "COMMIT", "authors": [{"name": "eve"}], "reviews": [{"reviewer": "ada", "state": "approved", "commit": "COMMIT", "time": "2026-03-02T09:00:49Z"}]}'

/** Parses a file of `--approvals`. Throws an `InputError` if it's invalid. */
export function readApprovals(text: string, source: string): Approvals {
  const yaml = readYaml(text, source)
  if (yaml.value === null || typeof yaml.value !== 'object' || Array.isArray(yaml.value))
    throw inputError("This file doesn't hold the reviews of a change.", {source, line: 1, column: 1}, EXAMPLE)
  const problems = validateYaml(yaml, approvalsSchema, yaml.value, [])
  if (problems.length > 0) throw new InputError(problems.map(problem => ({...problem, example: EXAMPLE})))
  const {head, authors, reviews, since, missing = []} = yaml.value as WrittenApprovals
  return defined({
    head,
    authors: authors.map(({name, id}) => defined({name, id})),
    reviews: reviews.map(({reviewer: name, id, state, commit, time, link, bot, reader, teams}) =>
      defined({
        ...{reviewer: defined({name, id}), state, commit, time, link, teams},
        isBot: bot,
        isReader: reader
      })
    ),
    since,
    missing
  })
}
