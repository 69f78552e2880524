import { pathsCheckPath, pathsCheckResponse } from '../../contract/service/link/pathsCheck.ts'
import type { PathsCheck } from '../../contract/service/link/pathsCheck.ts'
import type { Result } from '../../contract/app/problems/result.ts'
import type { Redactor } from '../redactor.ts'
import { describeRequest, identityHeaders, parseResponse, type Destination } from './destination.ts'
import type { Sender } from './sender.ts'

export interface PathRequests {
  /** Asks which own paths are free. Only for services that announce this. */
  checkPaths: (destination: Destination, paths: readonly string[]) => Promise<Result<PathsCheck>>
}

export function createPathRequests(send: Sender['send'], redactor: Redactor): PathRequests {
  return {
    checkPaths: async (destination, paths) => {
      const result = await send({
        about: describeRequest(destination, 'lookup'),
        method: 'POST',
        url: destination.baseUrl + pathsCheckPath,
        headers: identityHeaders(destination),
        body: JSON.stringify({ paths }),
      })
      return parseResponse(pathsCheckResponse, result, redactor)
    },
  }
}
