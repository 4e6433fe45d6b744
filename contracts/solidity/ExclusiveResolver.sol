// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import "./RegistryV2.sol";

interface OwnedTokens {
    function ownerOf(uint256 tokenId) external view returns (address);
}

/// The exclusive delegate resolver as it behaves on chain, for local chains and tests.
contract ExclusiveResolver {
    error CallFailed();

    /// One question: for which identifier, and for which token if for any.
    struct Question {
        bytes24 rights;
        bool ofToken;
        address contract_;
        uint256 tokenId;
    }

    bytes24 public constant GLOBAL_DELEGATION = 0;
    RegistryV2 private immutable registry;

    constructor(address registry_) {
        registry = RegistryV2(registry_);
    }

    function exclusiveWalletByRights(address vault, bytes24 rights) public view returns (address) {
        return resolve(vault, Question(rights, false, address(0), 0));
    }

    function exclusiveOwnerByRights(address contract_, uint256 tokenId, bytes24 rights)
        external
        view
        returns (address)
    {
        return resolve(ownerOf(contract_, tokenId), Question(rights, true, contract_, tokenId));
    }

    function delegatedWalletsByRights(address wallet, bytes24 rights) external view returns (address[] memory vaults) {
        RegistryV2.Delegation[] memory list = registry.getIncomingDelegations(wallet);
        Question memory question = Question(rights, false, address(0), 0);
        vaults = new address[](list.length);
        uint256 count;
        for (uint256 i; i < list.length; ++i) {
            if (!takesPart(list[i], question)) continue;
            if (exclusiveWalletByRights(list[i].from, rights) == wallet) vaults[count++] = list[i].from;
        }
        assembly ("memory-safe") {
            mstore(vaults, count)
        }
    }

    function decodeRightsExpiration(bytes32 rights) public pure returns (bytes24 identifier, uint40 expiry) {
        return (bytes24(rights), uint40(uint256(rights)));
    }

    function generateRightsWithExpiration(bytes24 identifier, uint40 expiry) external pure returns (bytes32) {
        return bytes32(identifier) | bytes32(uint256(expiry));
    }

    /// Walks from the last delegation to the first. An exact one of the narrowest kind can't be outranked.
    function resolve(address vault, Question memory question) private view returns (address) {
        RegistryV2.Delegation[] memory list = registry.getOutgoingDelegations(vault);
        RegistryV2.DelegationType narrowest =
            question.ofToken ? RegistryV2.DelegationType.ERC721 : RegistryV2.DelegationType.ALL;
        RegistryV2.Delegation memory current;
        for (uint256 i = list.length; i > 0; --i) {
            RegistryV2.Delegation memory next = list[i - 1];
            if (!takesPart(next, question) || !outranks(next, current)) continue;
            if (next.type_ == narrowest && bytes24(next.rights) == question.rights) return next.to;
            current = next;
        }
        return current.to == address(0) ? vault : current.to;
    }

    function takesPart(RegistryV2.Delegation memory d, Question memory question) private view returns (bool) {
        (bytes24 identifier, uint40 expiry) = decodeRightsExpiration(d.rights);
        if (block.timestamp > expiry) return false;
        if (identifier != question.rights && identifier != GLOBAL_DELEGATION) return false;
        if (d.type_ == RegistryV2.DelegationType.ALL) return true;
        if (!question.ofToken || d.contract_ != question.contract_) return false;
        if (d.type_ == RegistryV2.DelegationType.CONTRACT) return true;
        return d.type_ == RegistryV2.DelegationType.ERC721 && d.tokenId == question.tokenId;
    }

    function outranks(RegistryV2.Delegation memory next, RegistryV2.Delegation memory current)
        private
        pure
        returns (bool)
    {
        bytes24 held = bytes24(current.rights);
        if (held == bytes24(next.rights)) return next.type_ > current.type_;
        return held == GLOBAL_DELEGATION;
    }

    function ownerOf(address contract_, uint256 tokenId) private view returns (address) {
        try OwnedTokens(contract_).ownerOf(tokenId) returns (address owner) {
            return owner;
        } catch {
            revert CallFailed();
        }
    }
}
