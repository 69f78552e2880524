import { z } from 'zod'
import { readBaseUrl } from '../../contract/service/address/baseUrl.ts'
import { appearance, notice } from '../../contract/app/calls/app/app.ts'
import { environment } from '../../contract/service/api/environment.ts'
import { csvColumn, defaultColumns } from '../../contract/app/library/columns/csvColumns.ts'
import { networkSettings } from '../../contract/app/calls/profiles/network.ts'
import { listLayout, defaultLayout } from '../../contract/app/library/layout.ts'
import { profile, profileColor } from '../../contract/app/profile/profile.ts'
import { qrStyle } from '../../contract/app/qr/qrStyle.ts'
import { fileDelimiters } from '../../contract/app/tables/spreadsheet.ts'
import { rememberedReading } from '../../contract/app/tables/reading.ts'
import { quickKeys } from '../../contract/app/window/quickKeys.ts'
import { parseAuthorities } from '../policy/authorities.ts'

/**
 * A profile as saved. The location of its key is saved too, because asking the key store could raise a
 * prompt.
 */
const storedProfile = profile.extend({
  baseUrl: z.string().refine((url) => readBaseUrl(url).ok),
  color: profileColor.default('blue'),
  notes: z.string().default(''),
  hasApp: z.boolean().default(true),
  keyAt: z.enum(['keychain', 'none']).default('none'),
})
export type StoredProfile = z.infer<typeof storedProfile>

/** A notice that offers a backup, until the user responds. */
const backupOffer = notice.omit({ id: true }).required({ backup: true })
export type BackupOffer = z.infer<typeof backupOffer>

/** Fingerprints by entry key. */
const decisions = z.record(z.string(), z.string())

/** The settings file. New members have a default, so that older files stay readable. Never contains a key. */
export const settingsShape = z.object({
  version: z.literal(1),
  profiles: z.array(storedProfile).default([]),
  current: z.object({ profileId: z.string(), environment }).nullable().default(null),
  appearance: appearance.default('system'),
  copyAtOnce: z.boolean().default(false),
  singleKeys: z.boolean().default(true),
  developer: z.boolean().default(false),
  checkCopies: z.boolean().nullable().default(null),
  notifies: z.boolean().default(true),
  tray: z.boolean().default(false),
  quickKeys: z.enum(quickKeys).nullable().default(null),
  /** Columns of the last exported table. */
  csvColumns: z.array(csvColumn).default([...defaultColumns]),
  /** Delimiter of CSV files, as last chosen or detected in a file; `null` until then. */
  csvDelimiter: z.enum(fileDelimiters).nullable().default(null),
  /** How tables were read where the user corrected it, latest first. */
  tableReadings: z.array(rememberedReading).default([]),
  /** Profile ids whose entry in the key store may contain a key that no profile uses. */
  unusedKeys: z.array(z.string()).default([]),
  /** By profile id. */
  qrStyles: z.record(z.string(), qrStyle).default({}),
  /**
   * Shared rules by profile id: whether changes of the service are applied without asking, and per entry the state
   * that the user decided on. `file` is from an older version, in which profiles could follow a file.
   */
  sharing: z
    .record(
      z.string(),
      z.object({
        file: z.object({ path: z.string() }).nullish(),
        service: z
          .object({ decided: decisions, follows: z.boolean().default(false) })
          .nullable()
          .default(null),
      }),
    )
    .default({}),
  /**
   * Schemes of destinations that need no question, by profile id. A profile without an entry also counts those of its
   * links in the library (decision 28).
   */
  confirmedSchemes: z.record(z.string(), z.array(z.string())).default({}),
  /** Profile ids that don't follow the links of their team. */
  unfollowedTeams: z.array(z.string()).default([]),
  /** The service on this computer: the port of its links, and this app's project. */
  embedded: z
    .object({ port: z.int().min(0).max(65_535), project: z.string().nullable() })
    .default({ port: 0, project: null }),
  network: networkSettings.default({
    proxy: 'system',
    proxyUrl: null,
    noProxy: '',
    connectSeconds: 10,
    idleSeconds: 30,
    totalSeconds: 60,
  }),
  /** Certificates of authorities that the user has added, as PEM. */
  authorities: z
    .string()
    .refine((pem) => parseAuthorities(pem) !== null)
    .nullable()
    .default(null),
  /** The example links that can be erased: their ids in the library, and their paths at the service on this computer. */
  examples: z.array(z.object({ id: z.uuid(), path: z.string() })).default([]),
  /** Whether the library had links. If it is empty at the next start, its data was lost. */
  hadLinks: z.boolean().default(false),
  offers: z.array(backupOffer).default([]),
  listLayout: listLayout.default(defaultLayout),
})
export type Settings = z.infer<typeof settingsShape>

export const emptySettings: Settings = settingsShape.parse({ version: 1 })
