import {describe, expect, it} from 'vitest'
import {repositoryFile, uriOf} from '../../../src/outputs/report/repository-path.ts'
import {sample} from '../../tier.ts'

describe('the file of a place', () => {
  it.each(
    sample([
      ['openapi.yaml', '', {path: 'openapi.yaml'}],
      ['./api/openapi.yaml', '', {path: 'api/openapi.yaml'}],
      ['api\\openapi.yaml', '', {path: 'api/openapi.yaml'}],
      ['openapi.yaml', 'services/loans', {path: 'services/loans/openapi.yaml'}],
      ['../shared/openapi.yaml', 'services/loans', {path: 'services/shared/openapi.yaml'}],
      ['/srv/openapi.yaml', 'services', {path: '/srv/openapi.yaml'}],
      ['C:\\api\\openapi.yaml', 'services', {path: 'C:/api/openapi.yaml'}],
      ['\\\\server\\share\\api\\openapi.yaml', 'services', {path: '//server/share/api/openapi.yaml'}],
      ['origin/main:api/openapi.yaml', 'services', {path: 'api/openapi.yaml', revision: 'origin/main'}],
      ['v1.0:openapi.yaml', '', {path: 'openapi.yaml', revision: 'v1.0'}],
      ['new api: v1.yaml', '', {path: 'new api: v1.yaml'}],
      ['api\n::openapi.yaml', '', {path: 'api\n::openapi.yaml'}]
    ])
  )('starts at the root of the repository: %s in %j', (source, root, file) => {
    expect(repositoryFile({source}, root)).toEqual(file)
  })
})

describe('the URI of a place', () => {
  it.each(
    sample([
      ['api/open api.yaml', 'api/open%20api.yaml'],
      ['a:b/100%.yaml', 'a%3Ab/100%25.yaml'],
      ['bücher/[1]#?.yaml', 'b%C3%BCcher/%5B1%5D%23%3F.yaml'],
      ["it's(1).yaml", 'it%27s%281%29.yaml'],
      ['/srv/api.yaml', 'file:///srv/api.yaml'],
      ['C:/srv/api.yaml', 'file:///C:/srv/api.yaml'],
      ['//server/share/open api.yaml', 'file://server/share/open%20api.yaml'],
      ['half\ud800.yaml', 'half%EF%BF%BD.yaml']
    ])
  )('is encoded: %s', (path, uri) => {
    expect(uriOf(path)).toBe(uri)
  })
})
