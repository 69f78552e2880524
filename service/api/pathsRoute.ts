import { foldPath, ownPathError } from '../../contract/service/path/ownPath.ts'
import {
  maxCheckedPaths,
  pathsCheckPath,
  pathsCheckRequest,
  pathsCheckResponse,
} from '../../contract/service/path/pathsCheck.ts'
import type { CheckedPath } from '../../contract/service/path/pathsCheck.ts'
import { isPathTaken } from '../links/ownership.ts'
import type { Requester } from '../links/create.ts'
import { ownPathKey } from '../store/links/links.ts'
import type { Store } from '../store/store.ts'
import type { Api, ApiParts } from './apiParts.ts'
import { requestOwner } from './headerGuard.ts'
import { parseBody } from './requestBody.ts'
import { withErrors, sendText } from './responses.ts'

/** Number of paths that are looked for at a time, so that other requests get connections, too. */
const batchSize = 25

/** Adds the check of own paths (specification 4.12), behind the header guard. */
export function pathsRoute(api: Api, { store, hosts }: ApiParts): void {
  api.route({
    method: 'POST',
    url: pathsCheckPath,
    schema: {
      operationId: 'checkPaths',
      summary: 'Check own paths',
      description:
        'Says for each path whether a link with it can be created: free, taken by some link, or refused with a reason. Reserves nothing.',
      body: pathsCheckRequest,
      response: withErrors(pathsCheckResponse, [413, 422]),
    },
    preValidation: (request, _reply, next) => {
      // One list that is too long gets the error of its field.
      const bytes = request.body as unknown as Buffer | undefined
      request.body = parseBody(bytes, 2 * maxCheckedPaths) as typeof request.body
      next()
    },
    handler: async (request, reply) => {
      await hosts.refreshIfStale()
      const owner = requestOwner(request)
      const host = hosts.ownPathHost(owner.linkOrigin)
      const { paths } = request.body
      const checked: CheckedPath[] = []
      for (let offset = 0; offset < paths.length; offset += batchSize) {
        const group = paths.slice(offset, offset + batchSize)
        checked.push(...(await Promise.all(group.map((path) => checkPath(store, owner, host, path)))))
      }
      const response = {
        opens_app: owner.ownPathsOpenApp ?? null,
        host: new URL(owner.linkOrigin ?? hosts.defaultOrigin()).host,
        paths: checked,
      }
      return sendText(reply, JSON.stringify(response))
    },
  })
}

async function checkPath(store: Store, owner: Requester, host: string, path: string): Promise<CheckedPath> {
  const reason = ownPathError(path)
  if (reason !== null) return { path, state: 'refused', reason }
  const { project, environment } = owner
  const normalized = path.normalize('NFC')
  const ownKey = ownPathKey(host, foldPath(normalized))
  const isTaken = await isPathTaken(store, { path: normalized, ownKey, project, environment })
  return { path, state: isTaken ? 'taken' : 'free' }
}
