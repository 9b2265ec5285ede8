// A sentence that limits a change, or is about something other than the names in it, is no addition or removal of them.

import {expect, test} from 'vitest'
import {sample} from '../../../test/tier.ts'
import {importLines} from './import-line.ts'

const eventsOf = (sentence: string, group = ''): string[] => {
  const lines = ['# Changelog', '', '## 2.0', '', group === '' ? '' : `### ${group}`, '', `- ${sentence}`]
  return importLines(lines, lines.length - 1, lines.length).events
}

test.each(
  sample([
    // The change applies in some cases only.
    ['`GET /info` no longer returns the `Foo` field for stopped jobs.', ['changed GET /info']],
    ['`GET /info` no longer returns the `Foo` field on Windows.', ['changed GET /info']],
    ['`GET /info` no longer returns the `Foo` field, if it is empty.', ['changed GET /info']],
    ['The `Foo` field of `GET /info` is no longer supported on Windows.', []],
    ['Removed support for `Foo` in `GET /info` on Windows.', []],
    ['Dropped the `foo` parameter of `GET /info` for guests.', []],
    ['Deprecated `GET /info?verbose=1`.', []],
    ['Removed `GET /info` in API version 2.0.', ['removed GET /info']],
    ['Removed the `Foo` field from `GET /info` because of its size.', ['removed GET /info (field Foo)']],
    [
      'The `Foo` field in `GET /info` is deprecated and is now omitted if it is empty.',
      ['deprecated GET /info (field Foo)']
    ],
    // Something that existed before is different now.
    ['`GET /info` now returns the `Foo` field in UTC.', ['changed GET /info (field Foo, in response)']],
    ['`GET /info` now returns the `Foo` field for stopped jobs.', ['changed GET /info (field Foo, in response)']],
    ['`GET /info` now returns `Foo` without a trailing slash.', ['changed GET /info (field Foo, in response)']],
    ['`GET /info` now accepts the `foo` parameter in any order.', ['changed GET /info (parameter foo)']],
    ['`GET /info` now returns a `Foo` field in UTC.', ['added GET /info (field Foo, in response)']],
    ['`GET /info` now returns `Foo` if there is one.', ['added GET /info (field Foo, in response)']],
    ['`GET /info` now returns field `Foo` in response.', ['added GET /info (field Foo, in response)']],
    // The field belongs to something that the sentence doesn't name as a field.
    ['`GET /jobs` now returns a `Name` field for each worker.', ['changed GET /jobs']],
    ['`GET /jobs` now returns a `Name` field for `Workers`.', ['changed GET /jobs']],
    ['`GET /jobs` now returns a `Name` field in both `Workers` and `Queues`.', ['changed GET /jobs']],
    // Values, media types, and protocols aren't fields.
    ['`GET /info` no longer returns `null` for `Foo`.', ['changed GET /info']],
    ['`GET /info` now returns `true`.', ['changed GET /info']],
    ['`GET /info` now returns `application/json`.', ['changed GET /info']],
    ['`POST /jobs` now supports `HTTP/2`.', ['changed POST /jobs']],
    ['`GET /info` now includes `userns` in `SecurityOptions`.', ['changed GET /info']],
    // A request without a body takes no fields.
    ['`GET /jobs` now takes a `Rules` field in `Config`.', ['changed GET /jobs']],
    ['`POST /jobs` no longer accepts a `Config`.', ['removed POST /jobs (field Config, in request)']],
    ['`POST /jobs` no longer has a `force` query parameter.', ['removed POST /jobs (parameter force)']],
    // Lists, documentation, and other things that mention an endpoint or a field.
    ['Added `Foo` to the required fields of `POST /jobs`.', []],
    ['Added the missing `Foo` field to the docs of `GET /info`.', []],
    ['Add `GET /info` to the list of public endpoints.', []],
    ['Add `GET /info` to rate limited endpoints.', []],
    ['Add `GET /info` and `POST /jobs` to the list of public endpoints.', []],
    ['Removed `GET /info` and `GET /jobs` for guests.', []],
    ['Add `GET /info` to check the daemon.', ['added GET /info']],
    ['Add `GET /jobs` endpoint to list the jobs.', ['added GET /jobs']],
    ['`POST /jobs` now includes a `Progress` object in the JSON.', ['added POST /jobs (field Progress)']],
    [
      '`POST /jobs` no longer expects a "Container" field to be present.',
      ['removed POST /jobs (field Container, in request)']
    ],
    // The end of support of another endpoint.
    [
      'Deprecated `GET /info`. `GET /jobs` will be removed in 3.0.',
      ['deprecated GET /info', 'deprecated GET /jobs, sunset 3.0']
    ],
    ['Deprecated `GET /info`. It will be removed in 3.0.', ['deprecated GET /info, sunset 3.0']],
    // Values of an enumeration.
    [
      '`POST /jobs` now accepts a `rollback` value for `FailureAction`.',
      ['added POST /jobs (field FailureAction, value rollback, in request)']
    ],
    [
      '`GET /jobs` now returns `"removing"` as a value for the `State.Status` field while a job is removed.',
      ['added GET /jobs (field State.Status, value removing, in response)']
    ],
    [
      '`GET /jobs` may now include `Replicated` or `Global` as the `Mode` in a `Spec`.',
      [
        'added GET /jobs (field Spec.Mode, value Replicated, in response)',
        'added GET /jobs (field Spec.Mode, value Global, in response)'
      ]
    ],
    [
      '`POST /jobs` no longer accepts `rollback` as a value of `FailureAction`.',
      ['removed POST /jobs (field FailureAction, value rollback, in request)']
    ],
    // Other phrases for additions.
    [
      '`POST /jobs` now accepts `Swap` and `Memory` fields as part of the `Resource` requirements.',
      ['added POST /jobs (field Resource.Swap, in request)', 'added POST /jobs (field Resource.Memory, in request)']
    ],
    ['`GET /info` can now return a `Foo` field.', ['added GET /info (field Foo, in response)']],
    ['`GET /info` response now will return the `Foo` field.', ['added GET /info (field Foo, in response)']],
    ['`GET /info` now sets the `Pragma` header.', ['added GET /info (header Pragma, in response)']],
    ['`GET /logs` now accepts a `since` timestamp parameter.', ['added GET /logs (parameter since)']],
    ['`GET /info`: added the `Foo` field.', ['added GET /info (field Foo)']],
    ['`GET /info`: new query parameter `foo`.', ['added GET /info (parameter foo)']],
    ['`GET /info`: the `Foo` field was removed.', ['removed GET /info (field Foo)']],
    [
      'The `Foo` field of `GET /info` was renamed to `Bar`.',
      ['renamed GET /info (field Foo), to GET /info (field Bar)']
    ]
  ])
)('the sentence "%s" becomes the right changes', (sentence, events) => expect(eventsOf(sentence)).toEqual(events))

test.each(
  sample([
    ['`GET /info`: the `Foo` field', 'Removed', ['removed GET /info (field Foo)']],
    ['`GET /info` (only for guests)', 'Removed', []],
    ['`GET /info` rate limits', 'Removed', []],
    ['`GET /info` undeprecated', 'Deprecated', []],
    ['`GET /info` endpoint', 'Removed', ['removed GET /info']],
    ['`GET /info`: too slow', 'Removed', ['removed GET /info']],
    ['Deprecated: The `GET /info` endpoint.', 'Removed', ['deprecated GET /info']],
    ['`GET /info` no longer returns `Foo`', 'Deprecated', ['removed GET /info (field Foo, in response)']]
  ])
)('the item "%s" below the heading "%s" becomes the right changes', (item, group, events) =>
  expect(eventsOf(item, group)).toEqual(events)
)
