import {releaseKey, versionOf} from '../src/model/time/release.ts'
import {findRelease, type Moment, NEXT, type Timeline} from '../src/model/time/timeline.ts'
import {defineRule} from '../src/rule.ts'

export default defineRule({
  id: 'unknown-release',
  since: '0.1.0',
  level: 'warning',
  watches: 'event',
  summary: 'A release that is named as a sunset or as an announcement can be found in the timeline.',
  why: 'A sunset that never falls ends nothing, and an announcement in no release starts the clock at a guess.',
  messages: {
    sunset: 'Unexpected sunset `{name}` of `{subject}`, expected a day or a release that can come',
    announced: 'Unexpected announcement of the end of `{subject}` in `{name}`, expected a day or a release on record'
  },
  *check(event, {history, say}) {
    const {subject, sunset, announced, place} = event
    const about = {subject, event, place}
    const sunsetName = sunset && findUnlistedRelease(sunset, history.timeline)
    // An unreleased version, or the first one after it, will still come.
    if (sunsetName !== undefined && !versionOf(sunsetName)) {
      yield {
        ...about,
        message: 'sunset',
        values: {name: sunsetName, subject: say.subject(subject)},
        about: 'sunset',
        remedy: 'Write a day, a version, or the name of a listed release.'
      }
    }
    const announcedName = announced?.kind === 'at' ? findUnlistedRelease(announced.moment, history.timeline) : undefined
    if (announcedName !== undefined) {
      yield {
        ...about,
        message: 'announced',
        values: {name: announcedName, subject: say.subject(subject)},
        about: 'announced',
        remedy: 'List the release in its place, or write the day.'
      }
    }
  },
  examples: [
    {
      title: 'Releases that nobody can find',
      kind: 'loud',
      history: `
service: Lending Library API
releases:
  - {release: "2.5", changes: [{deprecated: GET /v1/loans, sunset: soon}]}
  - {release: "2.8", changes: [{removed: GET /v1/copies, announced: "2.6"}]}
`,
      says: [
        'Unexpected sunset `soon` of `GET /v1/loans`, expected a day or a release that can come',
        'Unexpected announcement of the end of `GET /v1/copies` in `2.6`, expected a day or a release on record'
      ]
    },
    {
      title: 'A release of the future, the next one, and names as they are listed',
      kind: 'quiet',
      history: `
service: Lending Library API
releases:
  - {release: v2.5, changes: [{deprecated: GET /v1/loans, sunset: "4.0"}, {deprecated: GET /v1/copies, sunset: next}]}
  - {release: spring, changes: [{removed: GET /v1/shelves, announced: "2.5"}]}
  - {release: "2.8", changes: [{removed: GET /v1/readers, announced: Spring}]}
`,
      says: []
    }
  ]
})

/** The name of a release that the timeline doesn't list; `undefined` for a day and for a listed release. */
function findUnlistedRelease({stated}: Moment, timeline: Timeline): string | undefined {
  const name = /^release (.+)$/.exec(stated)?.[1]
  return name === undefined || releaseKey(name) === NEXT || findRelease(timeline, name) ? undefined : name
}
