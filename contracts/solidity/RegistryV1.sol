// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// The first delegation registry as it behaves on chain, for local chains and tests.
/// The order of the state variables is the storage layout that the index reads.
contract RegistryV1 {
    enum DelegationType { NONE, ALL, CONTRACT, TOKEN }

    struct DelegationInfo {
        DelegationType type_;
        address vault;
        address delegate;
        address contract_;
        uint256 tokenId;
    }

    struct ContractDelegation {
        address contract_;
        address delegate;
    }

    struct TokenDelegation {
        address contract_;
        uint256 tokenId;
        address delegate;
    }

    /// An array and the position of each member, counted from 1. Position 0: not a member.
    struct HashSet {
        bytes32[] members;
        mapping(bytes32 => uint256) places;
    }

    event DelegateForAll(address vault, address delegate, bool value);
    event DelegateForContract(address vault, address delegate, address contract_, bool value);
    event DelegateForToken(address vault, address delegate, address contract_, uint256 tokenId, bool value);
    event RevokeAllDelegates(address vault);
    event RevokeDelegate(address vault, address delegate);

    mapping(address vault => mapping(uint256 version => HashSet)) private outgoing; // slot 0
    mapping(address vault => uint256) private vaultVersion; // slot 1
    mapping(address vault => mapping(address delegate => uint256)) private pairVersion; // slot 2
    mapping(address delegate => HashSet) private incoming; // slot 3
    mapping(bytes32 hash => DelegationInfo) private infos; // slot 4

    // Writes

    function delegateForAll(address delegate, bool value) external {
        record(DelegationInfo(DelegationType.ALL, msg.sender, delegate, address(0), 0), value);
        emit DelegateForAll(msg.sender, delegate, value);
    }

    function delegateForContract(address delegate, address contract_, bool value) external {
        record(DelegationInfo(DelegationType.CONTRACT, msg.sender, delegate, contract_, 0), value);
        emit DelegateForContract(msg.sender, delegate, contract_, value);
    }

    function delegateForToken(address delegate, address contract_, uint256 tokenId, bool value) external {
        record(DelegationInfo(DelegationType.TOKEN, msg.sender, delegate, contract_, tokenId), value);
        emit DelegateForToken(msg.sender, delegate, contract_, tokenId, value);
    }

    function revokeAllDelegates() external {
        ++vaultVersion[msg.sender];
        emit RevokeAllDelegates(msg.sender);
    }

    function revokeDelegate(address delegate) external {
        revokePair(msg.sender, delegate);
    }

    function revokeSelf(address vault) external {
        revokePair(vault, msg.sender);
    }

    /// The event names the caller, not the delegate, like the real contract. An index that believes it
    /// keeps delegates that a vault has revoked.
    function revokePair(address vault, address delegate) private {
        ++pairVersion[vault][delegate];
        emit RevokeDelegate(vault, msg.sender);
    }

    function record(DelegationInfo memory info, bool value) private {
        bytes32 hash = hashOf(info);
        HashSet storage given = outgoing[info.vault][vaultVersion[info.vault]];
        if (value) {
            add(given, hash);
            add(incoming[info.delegate], hash);
            infos[hash] = info;
        } else {
            remove(given, hash);
            remove(incoming[info.delegate], hash);
            delete infos[hash];
        }
    }

    // Checks

    function checkDelegateForAll(address delegate, address vault) public view returns (bool) {
        return stands(DelegationInfo(DelegationType.ALL, vault, delegate, address(0), 0));
    }

    function checkDelegateForContract(address delegate, address vault, address contract_) public view returns (bool) {
        return stands(DelegationInfo(DelegationType.CONTRACT, vault, delegate, contract_, 0))
            || checkDelegateForAll(delegate, vault);
    }

    function checkDelegateForToken(address delegate, address vault, address contract_, uint256 tokenId)
        external
        view
        returns (bool)
    {
        return stands(DelegationInfo(DelegationType.TOKEN, vault, delegate, contract_, tokenId))
            || checkDelegateForContract(delegate, vault, contract_);
    }

    // Enumerations. Hashes of older versions stay in the sets and are skipped here.

    function getDelegationsByDelegate(address delegate) external view returns (DelegationInfo[] memory) {
        return standing(incoming[delegate].members);
    }

    function getDelegatesForAll(address vault) external view returns (address[] memory) {
        return delegatesFor(DelegationInfo(DelegationType.ALL, vault, address(0), address(0), 0));
    }

    function getDelegatesForContract(address vault, address contract_) external view returns (address[] memory) {
        return delegatesFor(DelegationInfo(DelegationType.CONTRACT, vault, address(0), contract_, 0));
    }

    function getDelegatesForToken(address vault, address contract_, uint256 tokenId)
        external
        view
        returns (address[] memory)
    {
        return delegatesFor(DelegationInfo(DelegationType.TOKEN, vault, address(0), contract_, tokenId));
    }

    function getContractLevelDelegations(address vault) external view returns (ContractDelegation[] memory list) {
        DelegationInfo[] memory found = givenBy(vault);
        uint256 count = countOf(found, DelegationType.CONTRACT);
        list = new ContractDelegation[](count);
        for (uint256 i = found.length; i > 0; --i) {
            DelegationInfo memory info = found[i - 1];
            if (info.type_ == DelegationType.CONTRACT) list[--count] = ContractDelegation(info.contract_, info.delegate);
        }
    }

    function getTokenLevelDelegations(address vault) external view returns (TokenDelegation[] memory list) {
        DelegationInfo[] memory found = givenBy(vault);
        uint256 count = countOf(found, DelegationType.TOKEN);
        list = new TokenDelegation[](count);
        for (uint256 i = found.length; i > 0; --i) {
            DelegationInfo memory info = found[i - 1];
            if (info.type_ == DelegationType.TOKEN) {
                list[--count] = TokenDelegation(info.contract_, info.tokenId, info.delegate);
            }
        }
    }

    // Internal

    /// The versions are part of the hash, so raising one ends every delegation under the old one.
    function hashOf(DelegationInfo memory info) private view returns (bytes32) {
        uint256 version = vaultVersion[info.vault];
        uint256 ofPair = pairVersion[info.vault][info.delegate];
        if (info.type_ == DelegationType.ALL) return keccak256(abi.encode(info.delegate, info.vault, version, ofPair));
        if (info.type_ == DelegationType.CONTRACT) {
            return keccak256(abi.encode(info.delegate, info.vault, info.contract_, version, ofPair));
        }
        return keccak256(abi.encode(info.delegate, info.vault, info.contract_, info.tokenId, version, ofPair));
    }

    function stands(DelegationInfo memory info) private view returns (bool) {
        return outgoing[info.vault][vaultVersion[info.vault]].places[hashOf(info)] != 0;
    }

    function givenBy(address vault) private view returns (DelegationInfo[] memory) {
        return standing(outgoing[vault][vaultVersion[vault]].members);
    }

    function standing(bytes32[] storage hashes) private view returns (DelegationInfo[] memory list) {
        uint256 count;
        DelegationInfo[] memory found = new DelegationInfo[](hashes.length);
        for (uint256 i; i < hashes.length; ++i) {
            DelegationInfo memory info = infos[hashes[i]];
            if (info.type_ != DelegationType.NONE && hashOf(info) == hashes[i]) found[count++] = info;
        }
        list = new DelegationInfo[](count);
        for (uint256 i; i < count; ++i) list[i] = found[i];
    }

    function delegatesFor(DelegationInfo memory scope) private view returns (address[] memory list) {
        DelegationInfo[] memory found = givenBy(scope.vault);
        uint256 count;
        address[] memory delegates = new address[](found.length);
        for (uint256 i; i < found.length; ++i) {
            DelegationInfo memory info = found[i];
            bool same = info.type_ == scope.type_ && info.contract_ == scope.contract_ && info.tokenId == scope.tokenId;
            if (same) delegates[count++] = info.delegate;
        }
        list = new address[](count);
        for (uint256 i; i < count; ++i) list[i] = delegates[i];
    }

    function countOf(DelegationInfo[] memory list, DelegationType type_) private pure returns (uint256 count) {
        for (uint256 i; i < list.length; ++i) if (list[i].type_ == type_) ++count;
    }

    function add(HashSet storage set, bytes32 hash) private {
        if (set.places[hash] != 0) return;
        set.members.push(hash);
        set.places[hash] = set.members.length;
    }

    function remove(HashSet storage set, bytes32 hash) private {
        uint256 place = set.places[hash];
        if (place == 0) return;
        bytes32 last = set.members[set.members.length - 1];
        set.members[place - 1] = last;
        set.places[last] = place;
        set.members.pop();
        delete set.places[hash];
    }
}
