import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';

export function pageRoutes(app: FastifyInstance, _world: World): void {
  app.get('/', (_request, reply) => reply.type('text/plain').send('Lading sandbox'));
}
