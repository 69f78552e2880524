import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { appLinksHeader } from '../../contract/service/appLinks/serviceHeader.ts'
import type { AppPlatform } from '../../contract/service/appLinks/matching/evaluate.ts'
import { ApiError } from '../http/apiError.ts'
import { matchesIfNone } from '../http/entityTags.ts'
import type { LinkHosts } from '../links/linkHosts.ts'

export const associationPaths: Record<AppPlatform, string> = {
  ios: '/.well-known/apple-app-site-association',
  android: '/.well-known/assetlinks.json',
}

/** Short, so that a newly registered app works soon. Apple's own servers fetch the file about once a day. */
const cacheControl = 'public, max-age=600'

/** Adds the association files, which tell phones which links open an app. Each domain has its own. */
export function associationRoutes(app: FastifyInstance, hosts: LinkHosts): void {
  for (const platform of ['ios', 'android'] as const) {
    app.get(associationPaths[platform], { schema: { hide: true } }, async (request, reply) => {
      await hosts.refreshIfStale()
      return sendFile(platform, hosts, request, reply)
    })
  }
}

async function sendFile(
  platform: AppPlatform,
  hosts: LinkHosts,
  { headers }: FastifyRequest,
  reply: FastifyReply,
) {
  const { file, reason } = await hosts.associationFile(headers.host, platform)
  if (!file) {
    throw new ApiError('not_found', 'This domain has no file for apps.', {
      headers: { [appLinksHeader]: reason, 'cache-control': 'no-store' },
    })
  }
  reply.headers({ etag: file.etag, 'cache-control': cacheControl })
  if (matchesIfNone(headers['if-none-match'], file.etag)) return reply.code(304).send()
  // Not `reply.send(object)`, which would add a charset: some checkers accept only the plain type.
  return reply.header('content-type', 'application/json').send(Buffer.from(file.text))
}
