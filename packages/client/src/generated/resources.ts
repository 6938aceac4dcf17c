// Generated from the contract by `npm run generate`. Do not edit.
export interface Node {
  readonly id: string;
  /** Display name */
  readonly name?: string;
  /** Author */
  readonly author?: string;
  /** Description */
  readonly description?: string;
  /** URL of the banner */
  readonly banner_url?: string;
  /** URL of the icon */
  readonly icon?: string;
  /** Use `tags` */
  readonly category?: string;
  /** Path to the LICENSE file in the node's repository */
  readonly license?: string;
  /** URL of the repository */
  readonly repository?: string;
  /** Accelerator backends the node supports */
  readonly supported_accelerators?: readonly string[];
  /** Supported versions of the host application frontend */
  readonly supported_app_frontend_version?: string;
  /** Supported versions of the host application */
  readonly supported_app_version?: string;
  /** Operating systems supported */
  readonly supported_os?: readonly string[];
  /** Tags */
  readonly tags?: readonly string[];
  /** BCP 47 tag → node field → text */
  readonly translations?: Readonly<
    Record<
      string,
      {
        /** Display name */
        readonly name?: string;
        /** Author */
        readonly author?: string;
        /** Description */
        readonly description?: string;
        /** URL of the banner */
        readonly banner_url?: string;
        /** URL of the icon */
        readonly icon?: string;
        /** Use `tags` */
        readonly category?: string;
        /** Path to the LICENSE file in the node's repository */
        readonly license?: string;
        /** URL of the repository */
        readonly repository?: string;
      }
    >
  >;
  readonly github_stars?: number;
  /** App-node names preempted by this node */
  readonly preempted_app_node_names?: readonly string[];
  /** Orders search results, lower first */
  readonly search_ranking?: number;
  /** Detail on the status */
  readonly status_detail?: string;
  /** Admin-only tags for security warnings and admin metadata */
  readonly tags_admin?: readonly string[];
  /** Creation time */
  readonly created_at: string;
  /** When what it shows last changed, apart from its downloads */
  readonly updated_at?: string;
  /** Ids that it had before, oldest first; a request with one of them is answered with this node */
  readonly former_ids?: readonly string[];
  /** Number of downloads */
  readonly downloads: number;
  /** How many app-nodes the latest version has; with `include_counts` */
  readonly app_node_count?: number;
  readonly latest_version?: NodeVersion;
  /** App-nodes of the latest version that a search found it by; with `include_matches` */
  readonly matched_app_node_names?: readonly string[];
  readonly publisher: Publisher;
  /** Mean of the reviews; absent without any */
  readonly rating?: number;
  readonly status: 'NodeStatusActive' | 'NodeStatusDeleted' | 'NodeStatusBanned';
  /** Whether only trusted CI jobs may publish it; absent if not */
  readonly trusted_only?: boolean;
  /** The registry that the node comes from; absent for one of this registry */
  readonly upstream?: string;
  /** How many Active versions it has; with `include_counts` */
  readonly version_count?: number;
}

export interface NodeVersion {
  readonly id: string;
  readonly node_id: string;
  /** SemVer 2.0.0, unique per node by its precedence */
  readonly version: string;
  /** Summary of changes in this version */
  readonly changelog?: string;
  /** pip dependencies required by the node */
  readonly dependencies?: readonly string[];
  /** Accelerator backends the node supports */
  readonly supported_accelerators?: readonly string[];
  /** Supported versions of the host application frontend */
  readonly supported_app_frontend_version?: string;
  /** Supported versions of the host application */
  readonly supported_app_version?: string;
  /** Operating systems supported */
  readonly supported_os?: readonly string[];
  /** Tags */
  readonly tags?: readonly string[];
  readonly app_node_extract_status?: 'pending' | 'success' | 'failed' | 'unsupported';
  readonly built_by?: BuiltBy;
  /** Creation time */
  readonly createdAt: string;
  readonly deprecated?: boolean;
  /** Why the version is deprecated, and what to use instead */
  readonly deprecation_message?: string;
  /** Present once the version is Active */
  readonly downloadUrl?: string;
  /** What one may want to know before installing it; no accusation */
  readonly notices?: readonly string[];
  /** Size of the package, once it is stored */
  readonly package_bytes?: number;
  /** SHA-256 of the package in hexadecimal, once it is stored */
  readonly package_sha256?: string;
  readonly status:
    | 'NodeVersionStatusActive'
    | 'NodeVersionStatusDeleted'
    | 'NodeVersionStatusBanned'
    | 'NodeVersionStatusPending'
    | 'NodeVersionStatusFlagged';
  /** Shown to members and moderators */
  readonly status_reason?: string;
  /** Shown to members and moderators */
  readonly tags_admin?: readonly string[];
}

export interface ListedVersion {
  readonly id: string;
  readonly node_id: string;
  /** SemVer 2.0.0, unique per node by its precedence */
  readonly version: string;
  /** Summary of changes in this version */
  readonly changelog?: string;
  /** pip dependencies required by the node */
  readonly dependencies?: readonly string[];
  /** Accelerator backends the node supports */
  readonly supported_accelerators?: readonly string[];
  /** Supported versions of the host application frontend */
  readonly supported_app_frontend_version?: string;
  /** Supported versions of the host application */
  readonly supported_app_version?: string;
  /** Operating systems supported */
  readonly supported_os?: readonly string[];
  /** Tags */
  readonly tags?: readonly string[];
  readonly app_node_extract_status?: 'pending' | 'success' | 'failed' | 'unsupported';
  readonly built_by?: BuiltBy;
  /** Creation time */
  readonly createdAt: string;
  readonly deprecated?: boolean;
  /** Why the version is deprecated, and what to use instead */
  readonly deprecation_message?: string;
  /** Present once the version is Active */
  readonly downloadUrl?: string;
  /** What one may want to know before installing it; no accusation */
  readonly notices?: readonly string[];
  /** Size of the package, once it is stored */
  readonly package_bytes?: number;
  /** SHA-256 of the package in hexadecimal, once it is stored */
  readonly package_sha256?: string;
  readonly status:
    | 'NodeVersionStatusActive'
    | 'NodeVersionStatusDeleted'
    | 'NodeVersionStatusBanned'
    | 'NodeVersionStatusPending'
    | 'NodeVersionStatusFlagged';
  /** Shown to members and moderators */
  readonly status_reason?: string;
  /** Shown to members and moderators */
  readonly tags_admin?: readonly string[];
  readonly changes?: VersionChanges;
}

export interface VersionChanges {
  /** The next lower Active version */
  readonly compared_with: string;
  /** How many app-nodes differ */
  readonly total: number;
  /** At most 100 of them: the removed, the changed, and the added ones, each by name */
  readonly app_nodes: readonly ChangedAppNode[];
}

export interface ChangedAppNode {
  readonly app_node_name: string;
  /** It is changed if its inputs or outputs are */
  readonly kind: 'added' | 'removed' | 'changed';
  /** Whether workflows that use it may stop working; absent if that is unknown */
  readonly breaking?: boolean;
}

export interface Publisher {
  readonly id: string;
  readonly name?: string;
  readonly description?: string;
  /** Logo */
  readonly logo?: string;
  /** Source-code repository */
  readonly source_code_repo?: string;
  /** Support contact or address */
  readonly support?: string;
  /** Website */
  readonly website?: string;
  /** Creation time */
  readonly createdAt: string;
  readonly status: 'PublisherStatusActive' | 'PublisherStatusBanned';
  readonly members?: readonly PublisherMember[];
}

export interface PublisherMember {
  readonly id: string;
  readonly role: 'owner' | 'member';
  readonly user: {
    readonly id: string;
    readonly name: string;
    /** Shown to members and moderators */
    readonly email?: string;
  };
}

export interface AppNode {
  /** Unique in its version */
  readonly app_node_name: string;
  /** UI category used for grouping */
  readonly category?: string;
  /** Deprecated app-nodes are hidden in the UI */
  readonly deprecated?: boolean;
  /** Brief purpose */
  readonly description?: string;
  /** Name shown in the UI; app_node_name if absent */
  readonly display_name?: string;
  /** Subject to change or removal */
  readonly experimental?: boolean;
  /** Name of the entry-point function */
  readonly function?: string;
  /** Receives each input as a whole list, in one call */
  readonly input_is_list?: boolean;
  /** Definition of the input parameters, as JSON */
  readonly input_types?: string;
  /** One flag per output: whether it is a list */
  readonly output_is_list?: readonly boolean[];
  /** Ends a workflow: it runs even if nothing uses its outputs */
  readonly output_node?: boolean;
  /** One tooltip per output; empty where it has none */
  readonly output_tooltips?: readonly string[];
  readonly policy?: 'AppNodePolicyActive' | 'AppNodePolicyBanned' | 'AppNodePolicyLocalOnly';
  /** Names of the outputs, as JSON */
  readonly return_names?: string;
  /** Types of the outputs, as JSON */
  readonly return_types?: string;
  /** Other words under which the UI finds it */
  readonly search_aliases?: readonly string[];
}

export interface VersionAppNode {
  /** Unique in its version */
  readonly app_node_name: string;
  /** UI category used for grouping */
  readonly category?: string;
  /** Deprecated app-nodes are hidden in the UI */
  readonly deprecated?: boolean;
  /** Brief purpose */
  readonly description?: string;
  /** Name shown in the UI; app_node_name if absent */
  readonly display_name?: string;
  /** Subject to change or removal */
  readonly experimental?: boolean;
  /** Name of the entry-point function */
  readonly function?: string;
  /** Receives each input as a whole list, in one call */
  readonly input_is_list?: boolean;
  /** Definition of the input parameters, as JSON */
  readonly input_types?: string;
  /** One flag per output: whether it is a list */
  readonly output_is_list?: readonly boolean[];
  /** Ends a workflow: it runs even if nothing uses its outputs */
  readonly output_node?: boolean;
  /** One tooltip per output; empty where it has none */
  readonly output_tooltips?: readonly string[];
  readonly policy?: 'AppNodePolicyActive' | 'AppNodePolicyBanned' | 'AppNodePolicyLocalOnly';
  /** Names of the outputs, as JSON */
  readonly return_names?: string;
  /** Types of the outputs, as JSON */
  readonly return_types?: string;
  /** Other words under which the UI finds it */
  readonly search_aliases?: readonly string[];
  /** The first of the versions in a row that have it; absent if that is unknown */
  readonly since?: string;
  /** The last version that changed its inputs or outputs, if any did */
  readonly changed_in?: string;
}

export interface CandidateNode {
  readonly id: string;
  readonly publisher_id: string;
  /** The number of its latest version */
  readonly latest_version?: string;
}

export interface ResolvedAppNode {
  /** As it was sent */
  readonly name: string;
  /** Whether a node provides it; `built_in` if the host itself does */
  readonly status: 'success' | 'built_in' | 'not_found';
  readonly node?: CandidateNode;
  /** Why this node and not the first candidate */
  readonly provider_reason?: 'preempted' | 'only' | 'own' | 'search_ranking' | 'first';
  /** The other nodes that provide it, in order */
  readonly candidates?: readonly CandidateNode[];
}

export interface Readme {
  /** Its name in the package */
  readonly file?: string;
  /** Whether its end is missing, because it is too long */
  readonly is_cut?: boolean;
  /** Its elements and texts, in order */
  readonly parts: readonly ReadmePart[];
}

export interface ReadmePart {
  /** How many elements it is in: the last one before it of each smaller depth */
  readonly depth: number;
  /** Plain text, never markup; without it the part is an element */
  readonly text?: string;
  /** The element, as HTML names it */
  readonly tag?:
    | 'a'
    | 'blockquote'
    | 'br'
    | 'code'
    | 'dd'
    | 'del'
    | 'details'
    | 'div'
    | 'dl'
    | 'dt'
    | 'em'
    | 'h3'
    | 'h4'
    | 'h5'
    | 'h6'
    | 'hr'
    | 'img'
    | 'kbd'
    | 'li'
    | 'ol'
    | 'p'
    | 'pre'
    | 'strong'
    | 'sub'
    | 'summary'
    | 'sup'
    | 'table'
    | 'tbody'
    | 'td'
    | 'th'
    | 'thead'
    | 'tr'
    | 'ul';
  /** Of a heading, to which links of the readme go */
  readonly id?: string;
  /** Where a link goes, outside or within the readme */
  readonly href?: string;
  /** The file of the package to which a link goes, or which is the picture */
  readonly file?: string;
  /** Where a link goes for which the package has no file: from the root of its repository, perhaps with a query and a fragment, and out of its files with `../`, as in `../../issues` */
  readonly path?: string;
  readonly picture?: ReadmePicture;
  /** How wide a picture is to be shown, in pixels; its own width by default */
  readonly width?: number;
  /** Of code, as its author names it */
  readonly language?: string;
  /** The first number of a list */
  readonly start?: number;
}

/** What a client needs to show a picture; without it, the text in it stands for it */
export interface ReadmePicture {
  /** Its own width in pixels */
  readonly width: number;
  /** Its own height in pixels */
  readonly height: number;
  /** Bytes of its content */
  readonly size: number;
  /** Bytes that it takes in the package */
  readonly packed_size: number;
  /** Where these start in the package */
  readonly offset: number;
  /** How they are packed */
  readonly method: 'stored' | 'deflated';
  /** SHA-256 of its content in hexadecimal */
  readonly sha256: string;
}

export interface Finding {
  /** The rule, as docs/checks.md lists them */
  readonly rule: string;
  /** Errors refuse, warnings only show */
  readonly severity: 'error' | 'warning';
  /** Recorded, not enforced */
  readonly shadow: boolean;
  readonly file: string;
  readonly line?: number;
  /** Present if the file is Python that the package does not import, as far as can be told */
  readonly imported?: false;
  /** What it means */
  readonly means: string;
  /** How to fix it */
  readonly fix: string;
  /** What was found, secrets blanked */
  readonly excerpt?: string;
}

export interface Findings {
  readonly status:
    | 'NodeVersionStatusActive'
    | 'NodeVersionStatusDeleted'
    | 'NodeVersionStatusBanned'
    | 'NodeVersionStatusPending'
    | 'NodeVersionStatusFlagged';
  readonly status_reason?: string;
  /** Of the last check; absent until there was one */
  readonly outcome?: 'passed' | 'found' | 'could-not-check';
  readonly ruleset_version?: number;
  readonly findings: readonly Finding[];
  readonly extraction: {
    readonly status: 'pending' | 'success' | 'failed' | 'unsupported';
    readonly extractor_version?: number;
    /** 0 to 1: how certain the result is */
    readonly confidence?: number;
    readonly problems: readonly {
      readonly file: string;
      readonly line: number;
      readonly message: string;
    }[];
  };
  /** What must happen next; absent if nothing */
  readonly waits_for?: 'package' | 'checks' | 'extraction' | 'moderator';
  /** When a version without a package is removed; otherwise when the next attempt starts, or when the current one counts as lost */
  readonly waits_until?: string;
  /** How often the checks or the extraction were started; the last attempt decides */
  readonly attempts?: {
    readonly made: number;
    readonly max: number;
  };
  /** Who can resolve it, and how */
  readonly way_out?: string;
}

export interface DryRun {
  /** Whether both would be accepted */
  readonly wouldPublish: boolean;
  /** The errors that refuse the publish; it would answer the first one */
  readonly faults: readonly {
    readonly error: ErrorCode;
    /** What was wrong and what to do */
    readonly message: string;
    /** One entry for each fault */
    readonly details?: readonly {
      /** JSON Pointer of the faulty value */
      readonly path: string;
      readonly message: string;
    }[];
  }[];
  /** The fields of the node that the publish would change; absent if there is none */
  readonly node_changes?: {
    readonly before: {
      /** Display name */
      readonly name?: string;
      /** Author */
      readonly author?: string;
      /** Description */
      readonly description?: string;
      /** URL of the banner */
      readonly banner_url?: string;
      /** URL of the icon */
      readonly icon?: string;
      /** Use `tags` */
      readonly category?: string;
      /** Path to the LICENSE file in the node's repository */
      readonly license?: string;
      /** URL of the repository */
      readonly repository?: string;
      /** Accelerator backends the node supports */
      readonly supported_accelerators?: readonly string[];
      /** Supported versions of the host application frontend */
      readonly supported_app_frontend_version?: string;
      /** Supported versions of the host application */
      readonly supported_app_version?: string;
      /** Operating systems supported */
      readonly supported_os?: readonly string[];
      /** Tags */
      readonly tags?: readonly string[];
      /** BCP 47 tag → node field → text */
      readonly translations?: Readonly<
        Record<
          string,
          {
            /** Display name */
            readonly name?: string;
            /** Author */
            readonly author?: string;
            /** Description */
            readonly description?: string;
            /** URL of the banner */
            readonly banner_url?: string;
            /** URL of the icon */
            readonly icon?: string;
            /** Use `tags` */
            readonly category?: string;
            /** Path to the LICENSE file in the node's repository */
            readonly license?: string;
            /** URL of the repository */
            readonly repository?: string;
          }
        >
      >;
    };
    readonly after: {
      /** Display name */
      readonly name?: string;
      /** Author */
      readonly author?: string;
      /** Description */
      readonly description?: string;
      /** URL of the banner */
      readonly banner_url?: string;
      /** URL of the icon */
      readonly icon?: string;
      /** Use `tags` */
      readonly category?: string;
      /** Path to the LICENSE file in the node's repository */
      readonly license?: string;
      /** URL of the repository */
      readonly repository?: string;
      /** Accelerator backends the node supports */
      readonly supported_accelerators?: readonly string[];
      /** Supported versions of the host application frontend */
      readonly supported_app_frontend_version?: string;
      /** Supported versions of the host application */
      readonly supported_app_version?: string;
      /** Operating systems supported */
      readonly supported_os?: readonly string[];
      /** Tags */
      readonly tags?: readonly string[];
      /** BCP 47 tag → node field → text */
      readonly translations?: Readonly<
        Record<
          string,
          {
            /** Display name */
            readonly name?: string;
            /** Author */
            readonly author?: string;
            /** Description */
            readonly description?: string;
            /** URL of the banner */
            readonly banner_url?: string;
            /** URL of the icon */
            readonly icon?: string;
            /** Use `tags` */
            readonly category?: string;
            /** Path to the LICENSE file in the node's repository */
            readonly license?: string;
            /** URL of the repository */
            readonly repository?: string;
          }
        >
      >;
    };
  };
  /** Present if a package was sent; its findings only if it is sound */
  readonly package?: {
    readonly package_bytes?: number;
    readonly package_sha256?: string;
    /** The errors that refuse the upload; it would answer the first one */
    readonly faults: readonly {
      readonly error: ErrorCode;
      readonly message: string;
      readonly details?: readonly {
        readonly path: string;
        readonly message: string;
      }[];
    }[];
    readonly findings?: Findings;
    /** How many app-nodes it has */
    readonly app_nodes?: number;
  };
}

export interface CheckRule {
  /** The rule, as docs/checks.md lists them */
  readonly rule: string;
  /** Errors refuse, warnings only show */
  readonly severity: 'error' | 'warning';
  /** Recorded, not enforced */
  readonly shadow: boolean;
  /** What it means */
  readonly means: string;
  /** How to fix it */
  readonly fix: string;
  /** What everybody is told of a version with such a finding */
  readonly notice?: string;
  /** Versions in which it found something */
  readonly versions: number;
  /** Those of them that it alone held; of a shadow rule, that it would have held */
  readonly held: number;
  /** The last version it was counted in */
  readonly latest?: {
    readonly node_id: string;
    /** SemVer 2.0.0, unique per node by its precedence */
    readonly version: string;
  };
}

export interface QueuedVersion {
  readonly id: string;
  readonly node_id: string;
  /** SemVer 2.0.0, unique per node by its precedence */
  readonly version: string;
  /** Summary of changes in this version */
  readonly changelog?: string;
  /** pip dependencies required by the node */
  readonly dependencies?: readonly string[];
  /** Accelerator backends the node supports */
  readonly supported_accelerators?: readonly string[];
  /** Supported versions of the host application frontend */
  readonly supported_app_frontend_version?: string;
  /** Supported versions of the host application */
  readonly supported_app_version?: string;
  /** Operating systems supported */
  readonly supported_os?: readonly string[];
  /** Tags */
  readonly tags?: readonly string[];
  readonly app_node_extract_status?: 'pending' | 'success' | 'failed' | 'unsupported';
  readonly built_by?: BuiltBy;
  /** Creation time */
  readonly createdAt: string;
  readonly deprecated?: boolean;
  /** Why the version is deprecated, and what to use instead */
  readonly deprecation_message?: string;
  /** Present once the version is Active */
  readonly downloadUrl?: string;
  /** What one may want to know before installing it; no accusation */
  readonly notices?: readonly string[];
  /** Size of the package, once it is stored */
  readonly package_bytes?: number;
  /** SHA-256 of the package in hexadecimal, once it is stored */
  readonly package_sha256?: string;
  readonly status:
    | 'NodeVersionStatusActive'
    | 'NodeVersionStatusDeleted'
    | 'NodeVersionStatusBanned'
    | 'NodeVersionStatusPending'
    | 'NodeVersionStatusFlagged';
  /** Shown to members and moderators */
  readonly status_reason?: string;
  /** Shown to members and moderators */
  readonly tags_admin?: readonly string[];
  /** The rules that found something; the findings of the version say where */
  readonly found: readonly {
    /** The rule, as docs/checks.md lists them */
    readonly rule: string;
    /** Errors refuse, warnings only show */
    readonly severity: 'error' | 'warning';
    /** Recorded, not enforced */
    readonly shadow: boolean;
    /** What it means */
    readonly means: string;
    /** How often */
    readonly count: number;
  }[];
}

export interface NodeVersionIdentifier {
  readonly node_id: string;
  readonly version: string;
}

export interface BulkResultItem {
  readonly identifier: NodeVersionIdentifier;
  readonly status: 'success' | 'not_found' | 'unavailable' | 'error';
  readonly node_version?: NodeVersion;
  readonly error_message?: string;
}

export interface PersonalAccessToken {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  /** When it expires; if absent, never */
  readonly expiresAt?: string;
  /** Ids of the nodes it is limited to; all when absent */
  readonly nodes?: readonly string[];
  /** What it may do; by default only `publish` */
  readonly actions?: readonly ('publish' | 'edit' | 'delete')[];
  /** The owner who created it; it ends with their ownership */
  readonly maker: {
    readonly id: string;
    readonly name: string;
  };
  /** Complete in the response that creates it, masked afterwards */
  readonly token: string;
  readonly built_by?: BuiltBy;
  /** Creation time */
  readonly createdAt: string;
  /** When it was last used, to the minute */
  readonly lastUsedAt?: string;
}

export interface Identity {
  readonly id: string;
  /** The provider, as the URL of its OpenID Connect issuer */
  readonly issuer: string;
  /** The id of the user at the provider */
  readonly subject: string;
  /** Whether this registry signs users in with the provider now */
  readonly is_usable: boolean;
  /** When it was linked to the account */
  readonly created_at: string;
  /** When it was last used to sign in or was linked */
  readonly last_used_at: string;
}

export interface Invitation {
  readonly id: string;
  readonly publisher_id: string;
  /** Only the account with this address can accept it */
  readonly email: string;
  readonly role: 'owner' | 'member';
  readonly invited_by: {
    readonly id: string;
    readonly name: string;
  };
  /** When it was sent, or sent again */
  readonly created_at: string;
  /** Until when it can be accepted */
  readonly expires_at: string;
  /** What became of the message about it, in lists of a publisher; absent if that is unknown */
  readonly mail?: 'waiting' | 'sent' | 'not_sent';
}

export interface Proposal {
  readonly id: string;
  readonly aim: 'lift-ban' | 'make-moderator';
  /** What it is about, as `<resource>:<id>` */
  readonly subject: string;
  /** The same for people: an e-mail address, or an id */
  readonly about: string;
  readonly reason: string;
  readonly proposed_by: {
    readonly id: string;
    readonly name: string;
  };
  /** When it was asked for */
  readonly created_at: string;
  /** Until when it can be approved */
  readonly expires_at: string;
}

export interface AccountEvent {
  /** When, for several at once the last time */
  readonly at: string;
  /** `sign-in`, `sign-in-failed`, `token-used`, or the kind of a change of the log */
  readonly event: string;
  /** Who did it; `anyone` knew the address and proved nothing more */
  readonly by: 'you' | 'moderator' | 'operator' | 'server' | 'anyone';
  /** How often within the hour, for sign-ins */
  readonly count?: number;
  /** The part of the address of the client that tells its network, for sign-ins */
  readonly network?: string;
  /** The personal access token that was used, with its last use */
  readonly token?: {
    readonly id: string;
    readonly name: string;
    readonly publisher_id: string;
  };
  readonly reason?: string;
  readonly request_id?: string;
}

export interface TrustedPublisher {
  readonly id: string;
  /** The URL of the issuer */
  readonly issuer: string;
  /** Whose claims its tokens have */
  readonly kind: 'github' | 'gitlab' | 'other';
  /** The node it may publish, which need not exist yet; all of the publisher when absent */
  readonly node_id?: string;
  /** The repository as its host names it: `<owner>/<name>`, on GitLab with all groups */
  readonly repository?: string;
  /** Workflows that may publish. On GitHub the name of a file in `.github/workflows`, or the whole path of a reusable one, `<owner>/<name>/.github/workflows/<file>`; on GitLab the path of the configuration, such as `.gitlab-ci.yml` */
  readonly workflows?: readonly string[];
  /** The environment that the job must run in; any or none when absent */
  readonly environment?: string;
  /** The number of the repository (GitHub `repository_id`, GitLab `project_id`); when absent, that of its first use is kept */
  readonly repository_id?: string;
  /** The number of its owner (GitHub `repository_owner_id`, GitLab `namespace_id`); when absent, that of its first use is kept */
  readonly owner_id?: string;
  /** Of an issuer that is neither GitHub nor GitLab: the claims that a token must have, with their whole values */
  readonly claims?: Readonly<Record<string, string>>;
  /** Whether the node does not exist yet; its first publish creates it */
  readonly is_pending: boolean;
  /** The owner who created it; it ends with their ownership */
  readonly maker: {
    readonly id: string;
    readonly name: string;
  };
  /** Creation time */
  readonly created_at: string;
  /** When a token was last exchanged by it */
  readonly last_used_at?: string;
}

export interface TrustedTokenDryRun {
  readonly would_exchange: boolean;
  readonly built_by: BuiltBy;
  /** Why not */
  readonly reason?: string;
  /** The rules of the publisher for this node that name the repository of the token */
  readonly trusted_publishers: readonly {
    readonly id: string;
    readonly accepts: boolean;
    readonly claims: readonly {
      /** The name of the claim */
      readonly claim: string;
      /** What the rule demands */
      readonly expected: string;
      /** What the token has; absent if it has no such claim */
      readonly found?: string;
      readonly matches: boolean;
    }[];
  }[];
}

/** The CI job that published it; absent for a version that somebody published with a token */
export interface BuiltBy {
  /** The URL of the issuer of the token */
  readonly issuer: string;
  /** The URL of the repository, or its name where the issuer has no addresses */
  readonly repository?: string;
  /** The commit */
  readonly commit?: string;
  /** The branch or the tag, as `refs/tags/v1.2.3` */
  readonly ref?: string;
  /** The file of the workflow */
  readonly workflow?: string;
  /** The URL of the run, or its number */
  readonly run?: string;
  /** The environment of the job */
  readonly environment?: string;
}

export interface Report {
  readonly id: string;
  readonly node_id: string;
  /** Absent if it is about the whole node */
  readonly version?: string;
  readonly reason: 'malicious' | 'broken' | 'copied' | 'misleading' | 'other';
  readonly text: string;
  readonly status: 'ReportStatusOpen' | 'ReportStatusResolved' | 'ReportStatusDismissed';
  /** What the moderators say, once it is not open */
  readonly answer?: string;
  /** When it was sent */
  readonly created_at: string;
  /** When it was answered */
  readonly answered_at?: string;
}

export interface ManagedReport {
  readonly id: string;
  readonly node_id: string;
  /** Absent if it is about the whole node */
  readonly version?: string;
  readonly reason: 'malicious' | 'broken' | 'copied' | 'misleading' | 'other';
  readonly text: string;
  readonly status: 'ReportStatusOpen' | 'ReportStatusResolved' | 'ReportStatusDismissed';
  /** What the moderators say, once it is not open */
  readonly answer?: string;
  /** When it was sent */
  readonly created_at: string;
  /** When it was answered */
  readonly answered_at?: string;
  readonly publisher_id: string;
  readonly reporter: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
  };
}

export interface Webhook {
  readonly id: string;
  /** Whose events it receives; if absent, those of the whole registry */
  readonly publisher_id?: string;
  /** Where events are sent, by POST: an https URL on the public internet */
  readonly url: string;
  /** What it is for */
  readonly description?: string;
  /** The events it receives; all when absent */
  readonly events?: readonly (
    | 'node.created'
    | 'node.updated'
    | 'node.deleted'
    | 'node.transferred'
    | 'node.renamed'
    | 'node.quotas-set'
    | 'node.repaired'
    | 'node.replicated'
    | 'node.reviewed'
    | 'version.published'
    | 'version.republished'
    | 'version.expired'
    | 'version.checked'
    | 'version.check-asked-again'
    | 'version.updated'
    | 'version.moderated'
    | 'version.deleted'
    | 'version.replicated'
    | 'package.stored'
    | 'package.replicated'
    | 'package.refused'
    | 'app-nodes.stored'
    | 'app-nodes.extracted'
    | 'app-nodes.given-up'
    | 'app-nodes.asked-again'
    | 'app-node.updated'
    | 'publisher.created'
    | 'publisher.updated'
    | 'publisher.replicated'
    | 'publisher.moderated'
    | 'publisher.quotas-set'
    | 'publisher.deleted'
    | 'member.invited'
    | 'invitation.revoked'
    | 'invitation.declined'
    | 'member.added'
    | 'member.removed'
    | 'token.created'
    | 'token.revoked'
    | 'trusted-publisher.created'
    | 'trusted-publisher.updated'
    | 'trusted-publisher.deleted'
    | 'webhook.created'
    | 'webhook.updated'
    | 'webhook.secret-rotated'
    | 'webhook.deleted'
    | 'user.created'
    | 'user.moderated'
    | 'user.quotas-set'
    | 'user.password-reset'
    | 'user.password-reset-requested'
    | 'user.password-changed'
    | 'user.email-verified'
    | 'user.email-lapsed'
    | 'user.password-breached'
    | 'user.email-change-requested'
    | 'user.email-changed'
    | 'user.identity-linked'
    | 'user.identity-unlinked'
    | 'user.deleted'
    | 'user.factor-added'
    | 'user.factor-removed'
    | 'user.recovery-codes-renewed'
    | 'user.recovery-code-used'
    | 'user.sessions-ended'
    | 'job.retried'
    | 'job.dropped'
    | 'report.sent'
    | 'report.answered'
    | 'proposal.made'
    | 'proposal.approved'
    | 'proposal.rejected'
    | 'moderator-token.created'
  )[];
  /** Whether events are sent */
  readonly enabled: boolean;
  /** Why it is turned off */
  readonly disabled_reason?: string;
  /** Since when every attempt has failed */
  readonly failing_since?: string;
  /** Events that wait for their delivery */
  readonly waiting: number;
  /** Signs the deliveries; only in the response that creates it */
  readonly secret?: string;
  /** Until when deliveries are signed with the secret before as well */
  readonly previous_secret_until?: string;
  /** Who created it or last turned it on; it is turned off when their right ends */
  readonly maker: {
    readonly id: string;
    readonly name: string;
  };
  /** Creation time */
  readonly created_at: string;
}

export interface WebhookDelivery {
  /** The `webhook-id` of all its attempts */
  readonly id: string;
  /** A kind of change, or `webhook.test` */
  readonly event: string;
  /** The number of its change in the log; a test has none */
  readonly seq?: number;
  readonly status: 'waiting' | 'delivered' | 'failed';
  /** How often it was attempted */
  readonly attempts: number;
  /** When it is attempted next, while it waits */
  readonly next_attempt_at?: string;
  /** When it was attempted last */
  readonly last_attempt_at?: string;
  /** How long the last attempt took */
  readonly duration_ms?: number;
  /** The HTTP status of the last answer */
  readonly response_status?: number;
  /** The beginning of the last answer */
  readonly response_excerpt?: string;
  /** How the last attempt failed */
  readonly error?: string;
  /** When the event was found in the log */
  readonly created_at: string;
}

export interface PublisherChange {
  /** Dense, in commit order */
  readonly seq: number;
  /** When it was committed */
  readonly at: string;
  readonly action: string;
  /** The changed resource, as `<resource>:<id>` */
  readonly subject: string;
  /** The values before the change */
  readonly before?: {
    /** Accelerator backends the node supports */
    readonly supported_accelerators?: readonly string[];
    /** Supported versions of the host application frontend */
    readonly supported_app_frontend_version?: string;
    /** Supported versions of the host application */
    readonly supported_app_version?: string;
    /** Operating systems supported */
    readonly supported_os?: readonly string[];
    readonly app_node_extract_status?: 'pending' | 'success' | 'failed' | 'unsupported';
    readonly app_node_names?: readonly string[];
    readonly events?: readonly string[];
    /** One of the kinds in the documentation, or one that this server does not know */
    readonly kind?: string;
    /** How the last attempt failed */
    readonly last_error?: string;
    readonly policy?: 'AppNodePolicyActive' | 'AppNodePolicyBanned' | 'AppNodePolicyLocalOnly';
    /** What it was about */
    readonly subject?: string;
    /** App-node names preempted by this node */
    readonly preempted_app_node_names?: readonly string[];
  };
  /** The values after the change */
  readonly after?: {
    /** Accelerator backends the node supports */
    readonly supported_accelerators?: readonly string[];
    /** Supported versions of the host application frontend */
    readonly supported_app_frontend_version?: string;
    /** Supported versions of the host application */
    readonly supported_app_version?: string;
    /** Operating systems supported */
    readonly supported_os?: readonly string[];
    readonly app_node_extract_status?: 'pending' | 'success' | 'failed' | 'unsupported';
    readonly app_node_names?: readonly string[];
    readonly events?: readonly string[];
    /** One of the kinds in the documentation, or one that this server does not know */
    readonly kind?: string;
    /** How the last attempt failed */
    readonly last_error?: string;
    readonly policy?: 'AppNodePolicyActive' | 'AppNodePolicyBanned' | 'AppNodePolicyLocalOnly';
    /** What it was about */
    readonly subject?: string;
    /** App-node names preempted by this node */
    readonly preempted_app_node_names?: readonly string[];
  };
  readonly reason?: string;
  readonly request_id?: string;
  readonly by: {
    /** A member or former member, a token of the publisher, the user of an upload URL, the registry itself, or anyone else, such as a moderator */
    readonly kind: 'member' | 'token' | 'upload' | 'server' | 'other';
    /** Of the user or the token */
    readonly id?: string;
    /** Of the user or the token */
    readonly name?: string;
  };
  /** The node that it is about */
  readonly node_id?: string;
  /** The name of the token that it is about */
  readonly token_name?: string;
  /** The version that it is about */
  readonly version?: string;
}

export interface CatalogueNode {
  readonly id: string;
  /** Display name */
  readonly name?: string;
  /** Author */
  readonly author?: string;
  /** Description */
  readonly description?: string;
  /** URL of the banner */
  readonly banner_url?: string;
  /** URL of the icon */
  readonly icon?: string;
  /** Use `tags` */
  readonly category?: string;
  /** Path to the LICENSE file in the node's repository */
  readonly license?: string;
  /** URL of the repository */
  readonly repository?: string;
  /** Accelerator backends the node supports */
  readonly supported_accelerators?: readonly string[];
  /** Supported versions of the host application frontend */
  readonly supported_app_frontend_version?: string;
  /** Supported versions of the host application */
  readonly supported_app_version?: string;
  /** Operating systems supported */
  readonly supported_os?: readonly string[];
  /** Tags */
  readonly tags?: readonly string[];
  /** BCP 47 tag → node field → text */
  readonly translations?: Readonly<
    Record<
      string,
      {
        /** Display name */
        readonly name?: string;
        /** Author */
        readonly author?: string;
        /** Description */
        readonly description?: string;
        /** URL of the banner */
        readonly banner_url?: string;
        /** URL of the icon */
        readonly icon?: string;
        /** Use `tags` */
        readonly category?: string;
        /** Path to the LICENSE file in the node's repository */
        readonly license?: string;
        /** URL of the repository */
        readonly repository?: string;
      }
    >
  >;
  readonly github_stars?: number;
  /** App-node names preempted by this node */
  readonly preempted_app_node_names?: readonly string[];
  /** Orders search results, lower first */
  readonly search_ranking?: number;
  /** Creation time */
  readonly created_at: string;
  /** When what it shows last changed, apart from its downloads */
  readonly updated_at?: string;
  /** Ids that it had before, oldest first; a request with one of them is answered with this node */
  readonly former_ids?: readonly string[];
  readonly latest_version?: NodeVersion;
  readonly publisher: Publisher;
  /** Mean of the reviews; absent without any */
  readonly rating?: number;
  readonly status: 'NodeStatusActive' | 'NodeStatusDeleted' | 'NodeStatusBanned';
  /** Whether only trusted CI jobs may publish it; absent if not */
  readonly trusted_only?: boolean;
  /** The registry that the node comes from; absent for one of this registry */
  readonly upstream?: string;
}

export interface PublicChange {
  /** The number of its last change */
  readonly seq: number;
  /** When it was changed */
  readonly at: string;
  /** `removed` if the public does not see it any more; a node that is removed takes its versions along, and a node with `former_ids` takes the place of what you have under those */
  readonly kind: 'node.changed' | 'node.removed' | 'version.changed' | 'version.removed';
  /** What happened, as a kind of the log, if the public may know it */
  readonly action?: string;
  readonly node_id: string;
  readonly publisher_id: string;
  /** The number of the version */
  readonly version?: string;
  /** The id of the version */
  readonly version_id?: string;
  /** The app-node whose definition changed */
  readonly app_node_name?: string;
  /** Ids that a removed node had before: remove what you have under those, too */
  readonly former_ids?: readonly string[];
  readonly node?: CatalogueNode;
  readonly node_version?: NodeVersion;
}

export interface NodeNews {
  /** As it was sent */
  readonly node_id: string;
  /** As it was sent */
  readonly version?: string;
  /** The number of the last change; absent without `since` */
  readonly seq?: number;
  /** Empty if what concerned the host is over, such as a ban that was lifted */
  readonly concerns: readonly (
    | 'node_unknown'
    | 'node_banned'
    | 'node_deleted'
    | 'version_unknown'
    | 'version_banned'
    | 'version_deleted'
    | 'version_flagged'
    | 'version_pending'
    | 'version_deprecated'
    | 'newer_version'
  )[];
  readonly node_status?: 'NodeStatusActive' | 'NodeStatusDeleted' | 'NodeStatusBanned';
  readonly version_status?:
    | 'NodeVersionStatusActive'
    | 'NodeVersionStatusDeleted'
    | 'NodeVersionStatusBanned'
    | 'NodeVersionStatusPending'
    | 'NodeVersionStatusFlagged';
  /** Why the version is deprecated */
  readonly deprecation_message?: string;
  /** The number of the latest version, if it is higher than the installed one */
  readonly latest_version?: string;
}

export interface Session {
  readonly id: string;
  /** Whether it is the one that asks */
  readonly current: boolean;
  /** What signed in, by what it said of itself, such as `Firefox on Linux`; absent if unknown */
  readonly device?: string;
  /** The IPv4 address or the IPv6 network (/64) where it began; absent if unknown */
  readonly network?: string;
  /** When it began */
  readonly created_at: string;
  /** When it was last used, to 10 minutes */
  readonly last_used_at: string;
  /** When the person last proved who they are */
  readonly signed_in_at: string;
  /** When it expires unless it is used */
  readonly expires_at: string;
}

export interface SecondFactor {
  /** Absent without an authenticator app */
  readonly totp?: {
    /** When the authenticator app was confirmed */
    readonly confirmed_at: string;
  };
  /** Recovery codes that were not used */
  readonly recovery_codes_left: number;
  /** Whether the account needs a second factor for what cannot be undone */
  readonly required: boolean;
  /** True if it must be a passkey, which resists phishing */
  readonly passkey_required?: boolean;
}

export interface Passkey {
  readonly id: string;
  /** As its owner named it */
  readonly name: string;
  /** When it was added */
  readonly created_at: string;
  /** When it last signed in or stepped up */
  readonly last_used_at?: string;
}

export interface PasskeyCreation {
  readonly rp: {
    readonly id: string;
    readonly name: string;
  };
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly displayName: string;
  };
  readonly challenge: string;
  readonly pubKeyCredParams: readonly {
    readonly type: string;
    readonly alg: number;
  }[];
  readonly timeout: number;
  readonly attestation: string;
  readonly excludeCredentials: readonly {
    readonly id: string;
    readonly type: string;
  }[];
  readonly authenticatorSelection: {
    readonly residentKey: string;
    readonly requireResidentKey: boolean;
    readonly userVerification: string;
  };
}

export interface PasskeyRequest {
  readonly rpId: string;
  readonly challenge: string;
  readonly timeout: number;
  readonly userVerification: string;
}

/** The `toJSON()` of what `navigator.credentials.create` returned */
export interface NewCredential {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly clientExtensionResults?: {};
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
  };
}

/** The `toJSON()` of what `navigator.credentials.get` returned */
export interface ProvedCredential {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly clientExtensionResults?: {};
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string;
  };
}

/** Every response that is not 2xx or 304 */
export interface ErrorReply {
  readonly error: ErrorCode;
  /** What was wrong and what to do */
  readonly message: string;
  /** One entry for each fault */
  readonly details?: readonly {
    /** JSON Pointer of the faulty value */
    readonly path: string;
    readonly message: string;
  }[];
  /** The value of the X-Request-Id header */
  readonly request_id: string;
}

/** A stable code; each has a page in the documentation */
export type ErrorCode =
  | 'invalid_request'
  | 'invalid_version'
  | 'invalid_id'
  | 'id_mismatch'
  | 'authorization_pending'
  | 'slow_down'
  | 'access_denied'
  | 'expired_token'
  | 'invalid_grant'
  | 'invalid_link'
  | 'sign_in_failed'
  | 'unauthenticated'
  | 'recent_sign_in_required'
  | 'passkey_required'
  | 'invalid_personal_access_token'
  | 'invalid_identity_token'
  | 'forbidden'
  | 'email_unverified'
  | 'password_breached'
  | 'sign_in_method_off'
  | 'second_factor_required'
  | 'forbidden_field'
  | 'read_only'
  | 'node_banned'
  | 'publisher_banned'
  | 'version_unavailable'
  | 'untrusted_identity'
  | 'trusted_publishing_required'
  | 'quota_exceeded'
  | 'not_found'
  | 'publisher_not_found'
  | 'node_not_found'
  | 'version_not_found'
  | 'app_node_not_found'
  | 'method_not_allowed'
  | 'request_timeout'
  | 'version_exists'
  | 'id_taken'
  | 'identity_taken'
  | 'illegal_transition'
  | 'job_running'
  | 'package_exists'
  | 'request_in_progress'
  | 'position_unknown'
  | 'body_too_large'
  | 'package_too_large'
  | 'uri_too_long'
  | 'unsupported_media_type'
  | 'range_not_satisfiable'
  | 'invalid_package'
  | 'package_mismatch'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'headers_too_large'
  | 'internal'
  | 'read_timeout'
  | 'unavailable';
