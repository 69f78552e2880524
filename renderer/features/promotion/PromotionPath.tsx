import { Anchor, TextInput } from '@mantine/core'
import { linkFields } from '../../../contract/service/link/fields.ts'
import type { GenerateRequest } from '../../../contract/service/link/generate.ts'
import { ownPathError } from '../../../contract/service/link/ownPath.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { PathAvailability } from '../linkForm/PathField.tsx'
import { withPath, type Promotable } from './promotion.ts'

interface PromotionPathProps {
  record: Promotable
  /** The request for production. Without a path, the service chooses it. */
  request: GenerateRequest
  target: SavedProfile
  fix: (request: GenerateRequest) => void
}

/**
 * Edits the own path of the link in production. The path of the development link is offered unless it belongs to the same host, where
 * that link keeps it. Not shown for services without own paths.
 */
export function PromotionPath({ record, request, target, fix }: PromotionPathProps) {
  if (!target.hasOwnPaths) return null
  const { path = '' } = request
  const own = record.request.path
  const change = (typed: string) => fix(withPath(request, typed))
  const isSameHost = target.linkHosts.includes(new URL(record.link ?? '').host)
  const error = path === '' ? null : ownPathError(path)
  return (
    <TextInput
      label={linkFields.path.label}
      placeholder="Chosen by the service"
      value={path}
      maxLength={300}
      spellCheck={false}
      autoCapitalize="none"
      onChange={(event) => change(event.currentTarget.value.trim())}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        path === '' ? (
          own !== undefined && (
            <>
              {isSameHost ? `The development link keeps ${own} on this host. ` : 'Optional. '}
              {!isSameHost && (
                <Anchor component="button" type="button" size="xs" onClick={() => change(own)}>
                  Use {own}
                </Anchor>
              )}
            </>
          )
        ) : (
          <span role="status">
            {error === null && (
              <PathAvailability target={{ profileId: target.id, environment: 'production' }} path={path} />
            )}
          </span>
        )
      }
      error={error}
    />
  )
}
