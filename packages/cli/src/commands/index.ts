import type { Group } from '../command.ts';
import { accountAudit } from './account/audit.ts';
import { deleteAccount } from './account/delete.ts';
import { exportAccount } from './account/export.ts';
import { audit } from './audit.ts';
import { check } from './check.ts';
import { completions } from './completions.ts';
import { deleteCommand } from './delete.ts';
import { deprecate } from './deprecate.ts';
import { install } from './install.ts';
import { diff } from './diff.ts';
import { info } from './info.ts';
import { init } from './init.ts';
import { acceptInvitation } from './invitations/accept.ts';
import { declineInvitation } from './invitations/decline.ts';
import { listInvitations } from './invitations/list.ts';
import { revokeInvitation } from './invitations/revoke.ts';
import { list } from './list.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { inviteMember } from './members/invite.ts';
import { listMembers } from './members/list.ts';
import { removeMember } from './members/remove.ts';
import { changeRole } from './members/role.ts';
import { open } from './open.ts';
import { outdated } from './outdated.ts';
import { pack } from './pack.ts';
import { approveProposal } from './proposals/approve.ts';
import { listProposals } from './proposals/list.ts';
import { rejectProposal } from './proposals/reject.ts';
import { publish } from './publish.ts';
import { createPublisher } from './publisher/create.ts';
import { publisherHistory } from './publisher/history.ts';
import { listPublishers } from './publisher/list.ts';
import { showPublisher } from './publisher/show.ts';
import { remove } from './remove.ts';
import { rename } from './rename.ts';
import { report } from './report.ts';
import { reports } from './reports.ts';
import { resolve } from './resolve.ts';
import { restore } from './restore.ts';
import { sbom } from './sbom.ts';
import { schemaCommand } from './schema.ts';
import { search } from './search.ts';
import { show } from './show.ts';
import { endSession } from './sessions/end.ts';
import { listSessions } from './sessions/list.ts';
import { createToken } from './token/create.ts';
import { listTokens } from './token/list.ts';
import { revokeToken } from './token/revoke.ts';
import { addTrusted } from './trust/add.ts';
import { checkTrusted } from './trust/check.ts';
import { listTrusted } from './trust/list.ts';
import { onlyTrusted } from './trust/only.ts';
import { removeTrusted } from './trust/remove.ts';
import { update } from './update.ts';
import { verify } from './verify.ts';
import { version } from './version.ts';
import { versions } from './versions.ts';
import { addWebhook } from './webhook/add.ts';
import { listDeliveries } from './webhook/deliveries.ts';
import { listWebhooks } from './webhook/list.ts';
import { removeWebhook } from './webhook/remove.ts';
import { replayWebhook } from './webhook/replay.ts';
import { rotateWebhook } from './webhook/rotate.ts';
import { testWebhook } from './webhook/test.ts';
import { updateWebhook } from './webhook/update.ts';
import { whoami } from './whoami.ts';

/** Every command under its name, in the order of the help. */
export const commands: Group = {
  brief: 'Publish nodes to a Patchbay registry, find them and install them',
  commands: {
    login,
    logout,
    whoami,
    init,
    version,
    pack,
    check,
    publish,
    diff,
    search,
    show,
    versions,
    install,
    list,
    info,
    outdated,
    update,
    verify,
    audit,
    sbom,
    remove,
    resolve,
    deprecate,
    delete: deleteCommand,
    restore,
    rename,
    open,
    report,
    reports,
    publisher: {
      brief: 'Manage publishers',
      commands: {
        create: createPublisher,
        list: listPublishers,
        show: showPublisher,
        history: publisherHistory,
      },
    },
    token: {
      brief: 'Manage personal access tokens',
      commands: { create: createToken, list: listTokens, revoke: revokeToken },
    },
    trust: {
      brief: 'Let CI jobs publish without a stored token',
      commands: {
        add: addTrusted,
        list: listTrusted,
        check: checkTrusted,
        only: onlyTrusted,
        remove: removeTrusted,
      },
    },
    sessions: {
      brief: 'See where you are signed in, and end sessions',
      commands: { list: listSessions, end: endSession },
    },
    members: {
      brief: 'Manage the members of a publisher',
      commands: { list: listMembers, invite: inviteMember, role: changeRole, remove: removeMember },
    },
    invitations: {
      brief: 'Answer invitations to publishers, and revoke those that were sent',
      commands: {
        list: listInvitations,
        accept: acceptInvitation,
        decline: declineInvitation,
        revoke: revokeInvitation,
      },
    },
    account: {
      brief: 'Look after your account',
      commands: { audit: accountAudit, export: exportAccount, delete: deleteAccount },
    },
    proposals: {
      brief: 'Decide about what needs two moderators',
      commands: { list: listProposals, approve: approveProposal, reject: rejectProposal },
    },
    webhook: {
      brief: 'Manage webhooks, which tell other programs of changes',
      commands: {
        list: listWebhooks,
        add: addWebhook,
        update: updateWebhook,
        rotate: rotateWebhook,
        test: testWebhook,
        deliveries: listDeliveries,
        replay: replayWebhook,
        remove: removeWebhook,
      },
    },
    completions,
    schema: schemaCommand(() => commands),
  },
};
