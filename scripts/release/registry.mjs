// A registry of npm packages on this machine, for one run: it takes what `npm publish` sends, and answers what npm asks.
import {once} from 'node:events'
import {createServer} from 'node:http'
import {buffer} from 'node:stream/consumers'

/**
 * Starts a registry with nothing in it. Returns its URL, the tarballs that it has handed out, and `close`. A package that
 * nobody has published isn't fetched from elsewhere.
 */
export async function startRegistry() {
  const packages = new Map()
  const served = []

  async function answer({method, url}, body) {
    const [name, , file] = decodeURIComponent(url.slice(1)).split(/\/(-)\//)
    if (method === 'PUT') {
      packages.set(name, JSON.parse(await body))
      return {status: 201, json: {ok: true}}
    }
    const found = packages.get(name)
    if (found === undefined) return {status: 404, json: {error: 'not found'}}
    if (file === undefined) {
      const {_attachments, ...packument} = found
      return {status: 200, json: packument}
    }
    served.push(file)
    const attachment = found._attachments[file]
    return attachment ? {status: 200, bytes: Buffer.from(attachment.data, 'base64')} : {status: 404, json: {}}
  }

  const server = createServer(async (request, response) => {
    const {status, json, bytes = Buffer.from(JSON.stringify(json))} = await answer(request, buffer(request))
    response.writeHead(status, {'content-type': json ? 'application/json' : 'application/octet-stream'}).end(bytes)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    served,
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
