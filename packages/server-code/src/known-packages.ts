/** What a package does with the requests that pass through it. */
export type PackageKind =
  /** Inspects, changes, or rejects requests, but leaves responses to the routes. */
  | 'aside'
  /** Behaves like the functions that are passed to it. */
  | 'wraps'
  | 'files'
  | 'pages'
  | 'documentation'
  | 'metrics'
  | 'graphql'
  | 'proxy'
  /** Serves endpoints of its own. */
  | 'endpoints'

/** Kinds of packages whose responses are part of an API, as opposed to pages for people. */
const API_KINDS: ReadonlySet<PackageKind> = new Set(['graphql', 'proxy', 'endpoints'])

export const servesApi = (part: PackageKind): boolean => API_KINDS.has(part)

/** Known packages. An entry also covers all modules below it: `hono` covers everything that begins with `hono/`. */
const PACKAGES: Readonly<Record<PackageKind, string>> = {
  aside: `
    @clerk/express @codegenie/serverless-express @godaddy/terminus @sentry/node @vendia/serverless-express aws-serverless-express body-parser celebrate cls-rtracer compression connect-busboy
    connect-flash connect-livereload connect-slashes connect-timeout cookie-parser cookie-session cors csrf csrf-csrf
    csurf dd-trace elastic-apm-node errorhandler express-async-errors express-basic-auth express-bearer-token
    express-boom express-brute express-bunyan-logger express-busboy express-cls-hooked express-cors
    express-correlation-id express-device express-easy-zip express.json express.raw express.text express.urlencoded
    express-ejs-layouts express-enforces-ssl express-fileupload express-flash express-form-data express-formidable
    express-http-context express-interceptor express-jwt express-jwt-permissions express-list-endpoints
    express-mongo-sanitize express-mung express-oauth2-jwt-bearer express-openapi-validator express-partials
    express-pino-logger express-query-boolean express-rate-limit express-request-id express-requests-logger
    express-sanitizer express-session express-slow-down express-sslify express-timeout-handler express-useragent
    express-validator express-winston express-ws express-xml-bodyparser feature-policy frameguard helmet helmet-csp hpp hsts i18n
    i18next-http-middleware keycloak-connect lusca method-override morgan morgan-body multer newrelic nocache
    on-finished on-headers overload-protection passport passport-http-bearer permissions-policy pino-http
    rate-limiter-flexible referrer-policy request-ip response-time rollbar serverless-http socket.io stoppable
    supertest toobusy-js x-xss-protection xss-clean

    hono/aws-lambda hono/basic-auth hono/bearer-auth hono/body-limit hono/cache hono/cloudflare-pages hono/compress hono/context-storage hono/cors hono/csrf
    hono/dev hono/etag hono/ip-restriction hono/jsx-renderer hono/jwk hono/jwt hono/lambda-edge hono/language hono/logger hono/method-override
    hono/netlify hono/powered-by hono/pretty-json hono/request-id hono/secure-headers hono/service-worker hono/testing hono/timeout hono/timing hono/trailing-slash
    hono/validator hono/vercel hono-rate-limiter hono-pino @hono/arktype-validator @hono/clerk-auth @hono/cloudflare-access
    @hono/effect-validator @hono/event-emitter @hono/firebase-auth @hono/node-server @hono/oauth-providers @hono/oidc-auth @hono/otel
    @hono/react-renderer @hono/sentry @hono/session @hono/standard-validator @hono/typebox-validator
    @hono/typia-validator @hono/ua-blocker @hono/valibot-validator @hono/zod-validator

    @fastify/accepts @fastify/accepts-serializer @fastify/auth @fastify/awilix @fastify/basic-auth
    @fastify/bearer-auth @fastify/caching @fastify/circuit-breaker @fastify/compress @fastify/cookie @fastify/cors
    @fastify/csrf-protection @fastify/early-hints @fastify/elasticsearch @fastify/env @fastify/etag @fastify/express
    @fastify/flash @fastify/formbody @fastify/helmet @fastify/jwt @fastify/kafka @fastify/middie @fastify/mongodb
    @fastify/multipart @fastify/mysql @fastify/opensearch @fastify/otel @fastify/passport @fastify/postgres
    @fastify/rate-limit @fastify/redis @fastify/reply-from @fastify/request-context @fastify/response-validation
    @fastify/routes @fastify/schedule @fastify/secure-session @fastify/sensible @fastify/session @fastify/sse
    @fastify/swagger @fastify/throttle @fastify/under-pressure @fastify/url-data @fastify/view @fastify/websocket
    @immobiliarelabs/fastify-sentry close-with-grace fastify-auth0-verify fastify-compress fastify-cookie fastify-cors
    fastify-env fastify-formbody fastify-graceful-shutdown fastify-helmet fastify-jwt fastify-mongodb fastify-multer
    fastify-multipart fastify-mysql fastify-postgres fastify-print-routes fastify-qs fastify-rate-limit
    fastify-raw-body fastify-redis fastify-reply-from fastify-request-context fastify-secure-session fastify-sensible
    fastify-session fastify-socket.io fastify-swagger fastify-url-data fastify-websocket middie point-of-view
    under-pressure

    @golevelup/nestjs-discovery @golevelup/nestjs-rabbitmq @liaoliaots/nestjs-redis @mikro-orm/nestjs @nestjs
    @nestjs-cls @nestjs-modules @nest-lab/throttler-storage-redis @nestlab/google-recaptcha @sentry/nestjs
    @ssut/nestjs-sqs @willsoto/nestjs-objection nest-access-control nest-aws-sdk nest-casl nest-commander
    nest-keycloak-connect nest-morgan nest-raven nest-schedule nest-winston nestjs-cls nestjs-config nestjs-console
    nestjs-cron nestjs-drizzle nestjs-form-data nestjs-i18n nestjs-ioredis nestjs-knex nestjs-mailgun
    nestjs-minio-client nestjs-otel nestjs-pg-notify nestjs-pino nestjs-prisma nestjs-real-ip nestjs-redis
    nestjs-request-context nestjs-resilience nestjs-s3 nestjs-seeder nestjs-stripe nestjs-telegraf
    nestjs-throttler-storage-redis nestjs-typeorm-paginate nestjs-zod`,
  wraps: `
    compose-middleware express-async-handler express-asyncify express-unless express-conditional-middleware
    hono/combine hono/factory`,
  files: `
    @fastify/static @fastify/vite @hono/node-server/serve-static @nestjs/serve-static connect-history-api-fallback
    connect-gzip-static ecstatic express-favicon express-static-gzip express.static fastify-favicon fastify-static
    hono/bun hono/cloudflare-workers hono/deno hono/serve-static serve-favicon serve-handler serve-index serve-static
    sirv vite webpack-dev-middleware webpack-hot-middleware`,
  pages: `
    @adminjs/express @adminjs/fastify @adminjs/nestjs @angular/ssr @bull-board/express @bull-board/fastify
    @bull-board/hono @bull-board/nestjs @fastify/nextjs @fastify/react @fastify/vue @nestjs/ng-universal
    @react-router/express @remix-run/express @sveltejs/kit adminjs agendash bull-arena bull-board
    express-status-monitor fastify-nextjs graphql-playground-middleware-express nest-next nest-status-monitor next
    nuxt`,
  documentation: `
    @fastify/swagger-ui @hono/swagger-ui @scalar/express-api-reference @scalar/fastify-api-reference
    @scalar/hono-api-reference @scalar/nestjs-api-reference fastify-oas fastify-swagger-ui nestjs-asyncapi
    nestjs-redoc OpenAPIHono.doc SwaggerModule.setup rapidoc redoc-express swagger-ui-dist swagger-ui-express`,
  metrics: `
    @hono/prometheus @promster/express @promster/fastify @willsoto/nestjs-prometheus express-actuator
    express-healthcheck express-prom-bundle express-prometheus-middleware fastify-custom-healthcheck
    fastify-healthcheck fastify-metrics nestjs-prometheus prometheus-api-metrics swagger-stats`,
  graphql: `
    @apollo/server @as-integrations/fastify @hono/graphql-server @nestjs/graphql apollo-server apollo-server-express
    apollo-server-fastify express-graphql fastify-gql graphql-helix graphql-http graphql-yoga mercurius postgraphile`,
  proxy: `
    @fastify/http-proxy express-gateway express-http-proxy fastify-http-proxy hono/proxy http-proxy
    http-proxy-middleware`,
  endpoints: `
    @auth/express @feathersjs/express @fastify/oauth2 @hono/auth-js @hono/mcp @hono/trpc-server @octokit/webhooks
    @trpc/server better-auth express-github-webhook express-openid-connect express-restify-mongoose
    fastify-better-auth grant inngest json-server odata-v4-server oidc-provider parse-server peer probot
    supertokens-node`
}

const KIND_BY_PACKAGE: ReadonlyMap<string, PackageKind> = new Map(
  (Object.keys(PACKAGES) as PackageKind[]).flatMap(part =>
    PACKAGES[part]
      .trim()
      .split(/\s+/)
      .map((name): [string, PackageKind] => [name, part])
  )
)

/** Whether a module specifier names a package, and not a file or an alias of the program. */
export const isPackageSpecifier = (module: string): boolean => /^(?:@\w|\w)/.test(module)

/** Kind of a module, by the longest known name that matches. `undefined` if the package isn't known. */
export function packageKindOf(module: string): PackageKind | undefined {
  for (let name = module; ; name = name.slice(0, name.lastIndexOf('/'))) {
    const part = KIND_BY_PACKAGE.get(name)
    if (part !== undefined || !name.includes('/')) return part
  }
}

/** Name of the package that a module belongs to. */
export const packageNameOf = (module: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(module)?.[0] ?? module
