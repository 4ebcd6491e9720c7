import type { IncomingMessage } from 'node:http';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { hashKey, keyFromHeader } from './api-keys.ts';
import { applyFault, respondWithFault, throttledStream } from './apply-fault.ts';
import type { ServerCertificate } from './certificates.ts';
import type { SandboxContext } from './context.ts';
import type { Fault } from './faults.ts';
import { registerInspectionApi } from './inspection-api.ts';
import type { Operation, OperationRequest } from './operations/operation.ts';
import { errorMessage } from './options.ts';
import { receivePart } from './put-part.ts';
import { RateLimiter } from './rate-limiter.ts';
import { bodyLimits, limitBodyTime, limitConnections } from './request-limits.ts';
import { isFromOtherSite, namesThisServer } from './request-source.ts';
import {
  type ApiResponse,
  deletionResponse,
  errorResponse,
  rateLimitedResponse,
  statusTitle,
  unhandledResponse,
} from './response.ts';
import type { UserRow } from './store/accounts.ts';
import { registerUi } from './ui/routes.ts';
import { apiErrors } from './words.ts';

/** A request in progress: what is logged about it, and its fault. */
interface RequestContext {
  readonly logId: number;
  readonly caller: UserRow | undefined;
  bodyBytes: number;
  fault: Fault | undefined;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: string;
  }
}

const unknownOperation = 'Unknown';
const putOperation = 'PutPart';
const jsonType = 'application/json; charset=utf-8';

/** Monotonic, and comparable between processes as far as the system clock is. */
function nowMs(): number {
  return performance.timeOrigin + performance.now();
}

/** No route has a schema. */
function noCompiler(): never {
  throw new Error('the sandbox has no schemas to compile');
}

/** Over TLS if there is a certificate. */
export function buildServer(
  context: SandboxContext,
  operations: readonly Operation[],
  certificate: ServerCertificate | undefined,
): FastifyInstance {
  const options = {
    logger: false,
    bodyLimit: bodyLimits.default,
    forceCloseConnections: true,
    // A part takes as long as the connection needs.
    requestTimeout: 0,
    connectionTimeout: 0,
    keepAliveTimeout: 60_000,
    routerOptions: { maxParamLength: 500 },
    // Operations check their bodies themselves. Fastify's own compilers take a tenth of the start.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
  } as const;
  const app: FastifyInstance =
    certificate === undefined
      ? fastify(options)
      : asFastifyInstance(fastify({ ...options, https: { cert: certificate.cert, key: certificate.key } }));

  limitConnections(app.server);
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error);
    // An unexpected error gets a general title: no stack, no path of this computer.
    const title = status < 500 && error instanceof Error ? error.message : apiErrors.unexpected;
    return send(reply, unhandledResponse(request.method, status, title));
  });
  app.setNotFoundHandler((request, reply) =>
    send(reply, unhandledResponse(request.method, 404, apiErrors.unknownAddress)),
  );
  app.register(async (api) => registerApi(api, context, operations));
  app.register(async (local) => {
    local.addHook('onRequest', async (request, reply) => {
      const origin = context.origin();
      return namesThisServer(request, origin) && !isFromOtherSite(request, origin)
        ? undefined
        : send(reply, errorResponse(403, apiErrors.localOnly));
    });
    local.register(async (pages) => registerUi(pages, context));
    local.register(async (inspection) => registerInspectionApi(inspection, context));
  });
  return app;
}

/** Fastify has different types for TLS and plain servers; nothing here depends on the difference. */
function asFastifyInstance(app: unknown): FastifyInstance {
  if (isFastify(app)) return app;
  throw new Error('not a Fastify instance');
}

function isFastify(app: unknown): app is FastifyInstance {
  return typeof app === 'object' && app !== null && 'register' in app && 'listen' in app;
}

function registerApi(api: FastifyInstance, context: SandboxContext, operations: readonly Operation[]): void {
  const requests = new WeakMap<IncomingMessage, RequestContext>();
  const accountLimiter = new RateLimiter(context.settings.requestsPerSecond);
  const failedAuthLimiter = new RateLimiter(context.settings.failedAuthPerSecond);

  const logRequest = (request: FastifyRequest): RequestContext => {
    const operation = request.routeOptions.config.operation ?? unknownOperation;
    const isPut = operation === putOperation;
    const caller = isPut ? undefined : authenticate(context, request);
    const params = paramsOf(request);
    const logId = context.log.started({
      atMs: nowMs(),
      account: isPut ? null : caller === undefined ? 'unauthenticated' : String(caller.id),
      method: request.method,
      operation,
      path: pathOf(request),
      isPut,
      sourceFileId: numberOrNull(params['sourceFileId']),
      partNumber: numberOrNull(params['partNumber']),
    });
    return { logId, caller, bodyBytes: Number(request.headers['content-length'] ?? 0), fault: undefined };
  };

  /** The error response for a request that is over the limit or has no valid key. */
  const admit = (request: FastifyRequest, requestContext: RequestContext): ApiResponse | undefined => {
    if (requestContext.caller !== undefined) {
      const waitMs = accountLimiter.admit(String(requestContext.caller.id), performance.now());
      return waitMs > 0
        ? rateLimitedResponse(apiErrors.rateLimit(context.settings.requestsPerSecond), waitMs)
        : undefined;
    }
    const waitMs = failedAuthLimiter.admit(request.ip, performance.now());
    return waitMs > 0
      ? rateLimitedResponse(apiErrors.failedAuthRateLimit, waitMs)
      : errorResponse(401, apiErrors.invalidKey);
  };

  api.addHook('onRequest', async (request, reply) => {
    const requestContext = logRequest(request);
    requests.set(request.raw, requestContext);
    const isPut = request.routeOptions.config.operation === putOperation;
    if (isPut) requestContext.bodyBytes = 0;
    limitBodyTime(request.raw, isPut);
    reply.raw.once('close', () => {
      const { logId, bodyBytes, fault } = requestContext;
      const status = reply.raw.writableFinished ? reply.raw.statusCode : null;
      try {
        context.log.finished(logId, { atMs: nowMs(), status, bodyBytes, fault: fault?.kind ?? null });
      } catch (error) {
        // On a full disk the log has no end of this request. Nothing here may end the sandbox.
        process.stderr.write(`${errorMessage(error)}\n`);
      }
    });
    if (isFromOtherSite(request, context.origin())) {
      return send(reply, errorResponse(403, apiErrors.localOnly));
    }
    const refused = isPut ? undefined : admit(request, requestContext);
    if (refused !== undefined) return send(reply, refused);

    requestContext.fault = context.faults.next({
      operation: request.routeOptions.config.operation ?? unknownOperation,
      isPut,
      method: request.method,
      path: pathOf(request),
      partNumber: numberOrNull(paramsOf(request)['partNumber']),
    });
    if (requestContext.fault === undefined) return undefined;
    const outcome = await applyFault(requestContext.fault, request.raw, (totalBytes) => {
      requestContext.bodyBytes = totalBytes;
    });
    switch (outcome.kind) {
      case 'continue':
        return undefined;
      case 'disconnected':
        reply.hijack();
        return reply;
      case 'respond':
        return send(reply, outcome.response);
    }
  });

  api.addHook('onSend', async (request, reply, payload) => {
    const fault = requests.get(request.raw)?.fault;
    if (fault?.kind === 'lost-answer') {
      request.raw.socket.destroy();
    } else if (fault?.kind === 'truncated-json' && typeof payload === 'string') {
      return payload.slice(0, Math.floor(payload.length / 2));
    } else if (fault?.kind === 'slow' && typeof payload === 'string' && payload !== '') {
      reply.removeHeader('content-length');
      return throttledStream(payload, fault.bytesPerSecond);
    }
    return payload;
  });

  // Requests for part URLs have no body, even with a JSON content type.
  api.removeContentTypeParser('application/json');
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = String(body);
    if (text === '') return done(null, undefined);
    try {
      done(null, JSON.parse(text));
    } catch {
      done(Object.assign(new Error(apiErrors.invalidJson), { statusCode: 400 }));
    }
  });

  const addOperation = (to: FastifyInstance, operation: Operation): void => {
    to.route({
      method: operation.method,
      url: `/v1${operation.path}`,
      config: { operation: operation.name },
      bodyLimit: operation.bodyLimitBytes ?? bodyLimits.default,
      handler: async (request, reply) => {
        const requestContext = requests.get(request.raw);
        if (requestContext?.caller === undefined)
          return send(reply, errorResponse(401, apiErrors.invalidKey));
        const call: OperationRequest = {
          caller: requestContext.caller,
          params: paramsOf(request),
          query: recordOf(request.query),
          body: request.body,
          request: request.raw,
          url: context.origin() + pathOf(request),
          fault: requestContext.fault,
        };
        const sourceFileId = numberOrNull(call.params['sourceFileId']);
        const answer = await respondWithFault(call.fault, sourceFileId, () => operation.handle(call));
        return send(reply, operation.method === 'DELETE' ? deletionResponse(answer) : answer);
      },
    });
  };
  for (const operation of operations) if (operation.readsRequest !== true) addOperation(api, operation);
  api.all('/v1/*', (request, reply) =>
    send(reply, unhandledResponse(request.method, 404, apiErrors.unknownOperation)),
  );

  api.register(async (upload) => {
    // Bodies stay unread: receivePart and these operations read them.
    upload.removeAllContentTypeParsers();
    upload.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
    for (const operation of operations) if (operation.readsRequest === true) addOperation(upload, operation);
    upload.put(
      '/upload/:sourceFileId/:partNumber',
      { config: { operation: putOperation } },
      async (request, reply) => {
        const requestContext = requests.get(request.raw);
        const params = paramsOf(request);
        const result = await receivePart(context, request.raw, {
          address: { sourceFileId: Number(params['sourceFileId']), partNumber: Number(params['partNumber']) },
          query: recordOf(request.query),
          fault: requestContext?.fault,
          onBytes: (totalBytes) => {
            if (requestContext !== undefined) requestContext.bodyBytes = totalBytes;
          },
        });
        if (result === undefined) {
          reply.hijack();
          request.raw.socket.destroy();
          return reply;
        }
        return send(reply, result);
      },
    );
  });
}

function authenticate(context: SandboxContext, request: FastifyRequest): UserRow | undefined {
  const key = keyFromHeader(request.headers.authorization);
  const row = key === undefined ? undefined : context.accounts.keyByHash(hashKey(key));
  if (row === undefined || row.revoked === 1) return undefined;
  context.accounts.recordActivity(row.userId, Date.now());
  return context.accounts.user(row.userId);
}

function send(reply: FastifyReply, { status, body, headers }: ApiResponse): FastifyReply {
  reply.code(status);
  if (headers !== undefined) reply.headers(headers);
  if (body === undefined) return reply.send('');
  if (typeof body === 'string') return reply.send(body);
  return reply.header('content-type', jsonType).send(JSON.stringify(body));
}

function statusOf(error: unknown): number {
  const status =
    typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : 500;
  return typeof status === 'number' && statusTitle(status) !== 'Error' && status >= 400 ? status : 500;
}

function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function paramsOf(request: FastifyRequest): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(recordOf(request.params)).map(([name, value]) => [name, String(value)]),
  );
}

function numberOrNull(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}
