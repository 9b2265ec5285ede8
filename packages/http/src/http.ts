// What servers import as `tenure/http`. It imports nothing that isn't in `runtime/`.
export {expressHeaders} from './runtime/express.ts'
export {fastifyHeaders} from './runtime/fastify.ts'
export type {HeaderTable, TableEndpoint, TableMoment} from './runtime/header-table.ts'
export {
  type AnnouncementHeaders,
  createHeaders,
  type EndpointAnswer,
  type GoneProblem,
  type HeaderOptions,
  type HeadersFor
} from './runtime/headers-for.ts'
export {honoHeaders} from './runtime/hono.ts'
