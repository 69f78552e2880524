import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { commandIds, commands } from '../../../contract/app/window/commands.ts'
import type { Environment } from '../../../contract/service/api/headers.ts'
import { emptyView } from '../../../contract/app/library/emptyView.ts'
import type { LibraryRow } from '../../../contract/app/library/row.ts'
import { maxSearchLength } from '../../../contract/app/library/view.ts'
import { findPath } from '../../../contract/app/window/windowPath.ts'
import { usePresets } from '../../api/presets.ts'
import { useSwitchProfile } from '../../api/profiles.ts'
import { useCall } from '../../api/useCall.ts'
import { readPastedAddress } from '../../link/pastedAddress.ts'
import { titleText } from '../../link/titleText.ts'
import { commandHandlers, runWhenHandled } from '../../session/commands.ts'
import { navigate } from '../../session/hashLocation.ts'
import { openQuickCreate } from '../../session/quickCreate.ts'
import { campaignPath, linkPath, linksPath } from '../../session/routes.ts'
import { useSession } from '../../session/Session.tsx'
import { environmentLabels } from '../../ui/environments.ts'
import { formatCount } from '../../ui/formatCount.ts'
import { newestUndo } from '../../ui/undoToast.tsx'
import { shorten } from '../../ui/shorten.ts'

/** A row of the palette. */
export interface PaletteItem {
  id: string
  label: string
  /** Shown behind the label in a quiet, fixed-width font. */
  detail?: string
  environment?: Environment
  keys?: readonly (readonly string[])[]
  /** What Ctrl/⌘+C copies. */
  copies?: string
  run: () => void
}

export interface PaletteGroup {
  title: string
  items: PaletteItem[]
}

/** Maximum number of links shown. */
const maxLinks = 6

/** Returns everything that matches the typed text, in groups. Without a text: recent links and what can be done here. */
export function usePaletteGroups(text: string): PaletteGroup[] {
  const links = useLinkItems(text)
  const pasted = usePastedItems(text)
  const { actions, places } = useCommandItems(text)
  const campaigns = useCampaignItems(text)
  const switches = useSwitchItems(text)
  const presets = usePresetItems(text)
  const titled: PaletteItem[] =
    text === '' || pasted.length > 0
      ? []
      : [
          {
            id: 'titled',
            label: `New link titled “${shorten(text, 60)}”`,
            run: () => openQuickCreate({ title: text }),
          },
        ]
  return [
    { title: 'Pasted', items: pasted },
    { title: text === '' ? 'Recent links' : 'Links', items: links },
    { title: 'Campaigns', items: campaigns },
    { title: 'Do', items: [...actions, ...presets, ...switches, ...titled] },
    { title: 'Go to', items: places },
  ].filter(({ items }) => items.length > 0)
}

function useLinkItems(text: string): PaletteItem[] {
  const view = { ...emptyView, search: text.slice(0, maxSearchLength) }
  const rows = useCall(
    'library.search',
    { view, limit: maxLinks, exactFirst: true },
    { placeholderData: keepPreviousData, gcTime: 20_000 },
  ).data?.rows
  if (!rows) return []
  const isMore = rows.length >= maxLinks && text !== ''
  const items = rows.slice(0, isMore ? maxLinks - 1 : maxLinks).map(toLinkItem)
  if (!isMore) return items
  const label = `All links with “${shorten(text, 40)}”`
  return [...items, { id: 'all-links', label, run: () => navigate(linksPath(text)) }]
}

/** Maximum number of campaigns shown. */
const maxCampaigns = 3

/** Offers the campaigns whose name contains the text, those with the latest links first. */
function useCampaignItems(text: string): PaletteItem[] {
  const isAsked = text.trim().length > 1
  const campaigns = useCall('library.campaigns', {}, { enabled: isAsked, staleTime: 60_000 }).data?.campaigns
  if (!isAsked || !campaigns) return []
  return campaigns
    .filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
    .slice(0, maxCampaigns)
    .map((campaign) => ({
      id: `campaign ${campaignPath(campaign)}`,
      label: shorten(campaign.name, 80),
      detail: formatCount(campaign.links, 'link'),
      environment: campaign.environment,
      run: () => navigate(campaignPath(campaign)),
    }))
}

function toLinkItem({ id, title, link, path, environment }: LibraryRow): PaletteItem {
  return {
    id,
    label: titleText(title),
    ...(path !== null && { detail: `/${path}` }),
    ...(link !== null && { copies: link }),
    environment,
    run: () => navigate(link === null ? `/links/${id}` : linkPath(id)),
  }
}

/** Offers what can be done with a typed or pasted address. */
function usePastedItems(text: string): PaletteItem[] {
  const { profiles } = useSession().state
  const pasted = readPastedAddress(
    text,
    profiles.flatMap(({ linkHosts }) => linkHosts),
  )
  if (pasted?.kind === 'links') {
    const [first = ''] = pasted.links
    const label =
      pasted.links.length > 1 ? `Look up ${pasted.links.length} links` : `Look up ${shorten(first, 60)}`
    return [{ id: 'look-up', label, run: () => navigate(findPath(text.trim())) }]
  }
  if (!pasted) return []
  const { url } = pasted
  const short = shorten(url.replace(/^https?:\/\//i, ''), 48)
  return [
    {
      id: 'create-to',
      label: `Create a link to ${short}`,
      run: () => openQuickCreate({ url }),
    },
    { id: 'links-to', label: `Find links to ${short}`, run: () => navigate(linksPath(`to:"${url}"`)) },
  ]
}

function useCommandItems(text: string): { actions: PaletteItem[]; places: PaletteItem[] } {
  // What was in view when the palette opened.
  const [handlers] = useState(() => ({ ...commandHandlers(), undo: newestUndo() }))
  const items = (isPlace: boolean) =>
    commandIds.flatMap((id): PaletteItem[] => {
      const { title, place, path, keys, words = '' } = commands[id]
      const handler = handlers[id]
      const openScreen = () => {
        navigate(path ?? '')
        // The screen may handle it as soon as it is in view.
        runWhenHandled(id)
      }
      const run = handler ?? (path === undefined ? null : openScreen)
      if (id === 'palette' || !run || (place === 'Go to') !== isPlace) return []
      // Without a text, only what belongs to the screen in view.
      const isShown =
        text === ''
          ? isPlace
            ? !title.includes(':')
            : place !== 'Everywhere'
          : isMatch(text, `${title} ${words}`)
      return isShown ? [{ id, label: title, ...(keys && { keys: keys.slice(0, 1) }), run }] : []
    })
  return { actions: items(false), places: items(true) }
}

function useSwitchItems(text: string): PaletteItem[] {
  const { state, current } = useSession()
  const { mutate } = useSwitchProfile()
  return state.profiles.flatMap(({ id, name }) =>
    (['development', 'production'] as const).flatMap((environment) => {
      const label = `Switch to ${name} · ${environmentLabels[environment]}`
      const isCurrent = id === current.profile.id && environment === current.environment
      if (isCurrent || text === '' || !isMatch(text, `${label} profile environment`)) return []
      const run = () => mutate({ id, environment })
      const keys = id === current.profile.id ? [['Alt', 'P']] : undefined
      return [{ id: `switch-${id}-${environment}`, label, ...(keys && { keys }), run }]
    }),
  )
}

function usePresetItems(text: string): PaletteItem[] {
  const presets = usePresets().data?.presets ?? []
  return presets
    .filter(({ name }) => text !== '' && isMatch(text, `Create from preset ${name}`))
    .map(({ id, name }) => ({
      id: `preset-${id}`,
      label: `Create from “${name}”`,
      run: () => openQuickCreate({ preset: id }),
    }))
}

/** Returns whether each typed word begins a word of the command. */
function isMatch(text: string, words: string): boolean {
  const known = ` ${words.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')}`
  const typed = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
  return typed.length > 0 && typed.every((word) => known.includes(` ${word}`))
}
